import { createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type MailServerOfTest, startMailServer } from '#tests/support/mail-server.ts';
import { eventually } from '#tests/support/waiting.ts';
import { createMailServer, type MailServer } from './mail-server.ts';
import { smtpAddress } from './smtp-address.ts';

const MAIL = {
  from: 'studio@frameyard.test',
  to: 'asha@example.test',
  bytes: Buffer.from(
    'Message-ID: <1@studio.test>\r\nSubject: Hello\r\n\r\nA line\r\n.\r\n..dots\r\n',
  ),
};
/** For a server that is expected to say nothing. */
const FAST = { connect: 300, greeting: 300, silence: 2000 };
const PATIENT = { connect: 60_000, greeting: 60_000, silence: 60_000 };
const never = new AbortController().signal;

const closing: (() => unknown)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

async function mailServer(
  options: Parameters<typeof startMailServer>[0] = {},
  waits = PATIENT,
): Promise<{ theirs: MailServerOfTest; ours: MailServer }> {
  const theirs = await startMailServer(options);
  const ours = clientOf(`smtp://127.0.0.1:${theirs.port}`, waits);
  closing.push(() => theirs.stop());
  return { theirs, ours };
}

function clientOf(
  url: string,
  waits: Parameters<typeof createMailServer>[1] = PATIENT,
): MailServer {
  const address = smtpAddress(url);
  if (!address) throw new Error('The address of the test is wrong.');
  const made = createMailServer(address, waits);
  closing.push(() => made.close());
  return made;
}

/** A TCP server that does as told. */
async function rawServer(talk: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('an e-mail arrives byte by byte, and a connection is used again', async () => {
  const { theirs, ours } = await mailServer();
  for (const _ of [1, 2, 3]) {
    expect(await ours.send(MAIL, never)).toEqual({ outcome: { result: 'sent' } });
  }
  expect(theirs.mails.map(({ to }) => to)).toEqual([MAIL.to, MAIL.to, MAIL.to]);
  expect(theirs.mails[0]?.raw.toString()).toBe(MAIL.bytes.toString());
  expect(theirs.state.connections).toBe(1);
});

test.each([
  ['recipient', 450, 'later', undefined],
  ['recipient', 550, 'refused', undefined],
  ['message', 451, 'later', undefined],
  ['message', 554, 'refused', undefined],
  ['recipient', 503, 'later', undefined],
  ['mail', 421, 'later', undefined],
  ['mail', 550, 'login', true],
  ['mail', 530, 'login', true],
] as const)('%s refused with %i: %s', async (at, code, result, isDown) => {
  const answer = () => ({ at, code, text: 'Not for lata@example.test' });
  const { ours } = await mailServer({ answer });
  const attempt = await ours.send(MAIL, never);
  expect(attempt).toMatchObject({ outcome: { result, code: String(code) } });
  expect(attempt.isDown || undefined).toBe(isDown);
  expect(JSON.stringify(attempt)).not.toContain('lata');
});

test('after a refused recipient the next e-mail is sent', async () => {
  const { ours } = await mailServer({
    answer: (_, earlier) => (earlier === 0 ? { at: 'recipient', code: 550 } : 'accept'),
  });
  expect(await ours.send(MAIL, never)).toMatchObject({ outcome: { result: 'refused' } });
  expect(await ours.send(MAIL, never)).toEqual({ outcome: { result: 'sent' } });
});

test.each(['silent', 'cut'] as const)('no reply to the message (%s): unknown', async (answer) => {
  const { ours, theirs } = await mailServer(
    { answer: () => answer },
    { ...PATIENT, silence: FAST.silence },
  );
  expect(await ours.send(MAIL, never)).toMatchObject({ outcome: { result: 'unknown' } });
  expect(theirs.mails).toHaveLength(1);
});

test('interrupted while the server is silent: unknown before DATA ends, later before that', async () => {
  const stop = new AbortController();
  const { ours, theirs } = await mailServer({ answer: () => 'silent' });
  const sending = ours.send(MAIL, stop.signal);
  await theirs.read();
  stop.abort();
  expect(await sending).toMatchObject({ outcome: { result: 'unknown' } });

  const silent = clientOf(await rawServer(() => {}));
  const earlier = new AbortController();
  const waiting = silent.send(MAIL, earlier.signal);
  earlier.abort();
  expect(await waiting).toMatchObject({ outcome: { result: 'later' } });
});

test('a login that the server refuses, and one that it accepts', async () => {
  const login = { user: 'studio@frameyard.test', pass: 'p@ss/word' };
  const { theirs } = await mailServer({ login });
  const wrong = clientOf(`smtp://studio%40frameyard.test:wrong@127.0.0.1:${theirs.port}`);
  const refused = await wrong.send(MAIL, never);
  expect(refused).toMatchObject({ outcome: { result: 'login', code: '535' }, isDown: true });
  expect(JSON.stringify(refused)).not.toContain('wrong');
  const right = clientOf(`smtp://studio%40frameyard.test:p%40ss%2Fword@127.0.0.1:${theirs.port}`);
  expect(await right.send(MAIL, never)).toEqual({ outcome: { result: 'sent' } });
});

test('nobody listens, nobody greets, a greeting of 554, and half an answer: later', async () => {
  const gone = await startMailServer();
  await gone.stop();
  const urls = [
    gone.url,
    await rawServer(() => {}),
    await rawServer((socket) => socket.end('554 Go away\r\n')),
    await rawServer((socket) => socket.end('220 mail.test ES')),
  ];
  for (const url of urls) {
    const attempt = await clientOf(url, FAST).send(MAIL, never);
    expect(attempt).toMatchObject({ outcome: { result: 'later' }, isDown: true });
  }
});

test('a server that answers drop by drop has two and a half minutes for all', async () => {
  const url = await rawServer((socket) => {
    const drip = setInterval(() => socket.write('2'), 50);
    socket.on('close', () => clearInterval(drip));
  });
  const attempt = await clientOf(url, { ...PATIENT, whole: 500 }).send(MAIL, never);
  expect(attempt).toMatchObject({ outcome: { result: 'later' } });
});

test('a connection that the server has closed meanwhile is replaced', async () => {
  const { theirs, ours } = await mailServer({ server: { socketTimeout: 400 } });
  await ours.send(MAIL, never);
  await eventually(() => expect(theirs.openConnections()).toBe(0));
  expect(await ours.send(MAIL, never)).toEqual({ outcome: { result: 'sent' } });
  expect(theirs.mails).toHaveLength(2);
});

test('a password is not sent in the clear to another machine', async () => {
  const heard: string[] = [];
  const url = await rawServer((socket) => {
    socket.write('220 mail.test ESMTP\r\n');
    socket.on('data', (bytes) => {
      heard.push(bytes.toString());
      socket.write(
        bytes.toString().startsWith('EHLO') ? '250-mail.test\r\n250 AUTH PLAIN\r\n' : '502 No\r\n',
      );
    });
  });
  // 127.1 is this machine under a name that is not known as such.
  const { port } = new URL(url.replace('smtp', 'http'));
  const { outcome } = await clientOf(`smtp://user:secret@127.1:${port}`).send(MAIL, never);
  expect(outcome.result).toBe('later');
  expect(heard.join('')).toMatch(/^EHLO/);
  expect(heard.join('')).not.toContain('AUTH');
});
