import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { eventually } from './waiting.ts';

/**
 * The server's treatment of a delivery: accepts it, answers with a code to RCPT TO or to the message, takes the message
 * and never answers (`silent`), or takes it and cuts the connection (`cut`).
 */
export type Answer =
  | 'accept'
  | { at: 'mail' | 'recipient' | 'message'; code: number; text?: string }
  | 'silent'
  | 'cut';

/** An e-mail that the server has taken, whether or not it has answered. */
export interface ReceivedMail {
  from: string;
  to: string;
  raw: Buffer;
  messageId: string;
  isAnswered: boolean;
}

interface Options {
  /** Decides for each delivery; `earlier` counts the deliveries to this address so far. */
  answer?: (to: string, earlier: number) => Answer;
  /** User and password; without them nobody may log in. */
  login?: { user: string; pass: string };
  server?: SMTPServerOptions;
  port?: number;
}

/** Starts a real SMTP server on a free port, which takes e-mails and keeps them. */
export async function startMailServer({ answer = () => 'accept', login, ...rest }: Options = {}) {
  const mails: ReceivedMail[] = [];
  const seen = new Map<string, number>();
  const state = { answer, connections: 0 };
  const planned = new Map<string, Answer>();
  const refusal = (code: number, text = 'No') =>
    Object.assign(new Error(text), { responseCode: code });

  const server = new SMTPServer({
    disabledCommands: login ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    hideSMTPUTF8: false,
    closeTimeout: 100,
    ...rest.server,
    onConnect: (_session, done) => {
      state.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.pass
        ? done(null, { user: username })
        : done(refusal(535, 'Authentication failed')),
    onMailFrom: (_address, session, done) => {
      if (login && !session.user) return done(refusal(530, 'Authentication required'));
      const now = state.answer('', 0);
      return typeof now === 'object' && now.at === 'mail'
        ? done(refusal(now.code, now.text))
        : done();
    },
    onRcptTo: ({ address }, session, done) => {
      const earlier = seen.get(address) ?? 0;
      seen.set(address, earlier + 1);
      const now = state.answer(address, earlier);
      planned.set(session.id, now);
      return typeof now === 'object' && now.at === 'recipient'
        ? done(refusal(now.code, now.text))
        : done();
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.once('end', () => {
        const raw = Buffer.concat(parts);
        const now = planned.get(session.id) ?? 'accept';
        if (typeof now === 'object') return done(refusal(now.code, now.text));
        const { mailFrom, rcptTo } = session.envelope;
        const messageId = /^message-id:\s*(<[^>]+>)/im.exec(raw.toString('latin1'))?.[1] ?? '';
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo[0]?.address ?? '',
          raw,
          messageId,
          isAnswered: now === 'accept',
        });
        if (now === 'accept') return done();
        if (now === 'cut') {
          for (const connection of server.connections) {
            if (connection.id === session.id) connection.close();
          }
        }
      });
    },
  });
  server.on('error', () => {}); // Clients that are killed cut their connections.
  server.listen(rest.port ?? 0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    mails,
    state,
    url: `smtp://127.0.0.1:${port}`,
    openConnections: () => server.connections.size,
    /** The e-mails as postal-mime reads them, as soon as there are so many. */
    read: async (count = 1): Promise<Email[]> => {
      await eventually(() => {
        if (mails.length < count) throw new Error(`${mails.length} of ${count} e-mails came.`);
      });
      return Promise.all(mails.map(({ raw }) => PostalMime.parse(raw)));
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** A running mail server of a test. */
export type MailServerOfTest = Awaited<ReturnType<typeof startMailServer>>;
