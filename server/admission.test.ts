import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { parseProxies } from '#backend';
import { eventually } from '#tests/support/waiting.ts';
import { createAdmission } from './admission.ts';

const proxies = parseProxies(['127.0.0.1']);
const closing: (() => void)[] = [];

afterEach(() => closing.splice(0).forEach((close) => close()));

/** A server behind the admission; admitted requests wait in `asked` for their response. */
async function open(stalledMs?: number, trusted = proxies) {
  const server = createServer();
  const door = createAdmission(server, trusted, stalledMs);
  const asked: ServerResponse[] = [];
  server.on('request', (request, response) => door(request, response, () => asked.push(response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  /** Connects from an address and sends this many requests, the last with half a body. */
  const send = (address: string, count: number, body = '') => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket.on('error', () => {}));
    const head = `host: x\r\nx-forwarded-for: ${address}\r\n`;
    socket.write(`GET / HTTP/1.1\r\n${head}\r\n`.repeat(count));
    if (body) socket.write(`POST / HTTP/1.1\r\n${head}content-length: 99\r\n\r\n${body}`);
    return socket;
  };
  return { asked, send };
}
const textOf = (socket: Socket) => {
  let text = '';
  socket.setEncoding('latin1').on('data', (part: string) => (text += part));
  return () => text;
};

it('admits 64 requests of one network, and requests of others', async () => {
  const { asked, send } = await open();
  for (let n = 0; n < 10; n += 1) send(`2001:db8::${n}`, 7);
  await eventually(() => expect(asked).toHaveLength(64));
  send('2001:db8:0:1::', 1);
  await eventually(() => expect(asked).toHaveLength(65));
  for (const response of asked.slice(0, 64)) response.end('ok');
  await eventually(() => expect(asked).toHaveLength(71));
});

it('goes on for a network whose pipelined requests are cut off', async () => {
  const { asked, send } = await open();
  const socket = send('192.0.2.1', 200);
  await eventually(() => expect(asked).toHaveLength(64));
  socket.destroy();
  await eventually(() => {
    send('192.0.2.1', 1);
    expect(asked.length).toBeGreaterThan(64);
  });
});

it('refuses requests when the queue is full', async () => {
  const { asked, send } = await open();
  const text = textOf(send('192.0.2.1', 64 + 256 + 1));
  await eventually(() => expect(asked).toHaveLength(64));
  for (let at = 0; at < 64 + 256; at += 1) {
    await eventually(() => expect(asked.length).toBeGreaterThan(at));
    asked[at]?.end('ok');
  }
  await eventually(() => expect(text()).toMatch(/HTTP\/1\.1 429 [^]*retry-after: 5[^]*Too many/i));
});

it('is not blocked by bodies that never arrive', async () => {
  const { asked, send } = await open();
  for (let n = 0; n < 100; n += 1) send('192.0.2.1', 0, '{');
  await eventually(() => expect(asked).toHaveLength(16));
  send('192.0.2.1', 1);
  await eventually(() => expect(asked).toHaveLength(17));
});

it('cuts a connection that neither reads its answer nor sends its body', async () => {
  const { asked, send } = await open(200);
  const unread = send('192.0.2.1', 1).pause();
  const unsent = send('192.0.2.2', 0, '{');
  const working = send('192.0.2.3', 1);
  const text = textOf(working);
  await eventually(() => expect(asked).toHaveLength(3));
  const first = asked.find(({ req }) => req.headers['x-forwarded-for'] === '192.0.2.1');
  first?.end(Buffer.alloc(20_000_000));
  await Promise.all([
    once(unsent.resume(), 'close'),
    eventually(() => expect(first?.destroyed).toBe(true)),
  ]);
  unread.destroy();
  const last = asked.find(({ req }) => req.headers['x-forwarded-for'] === '192.0.2.3');
  last?.end('ok');
  await eventually(() => expect(text()).toContain('ok'));
});

it('takes 512 connections of one network, and any number of a trusted proxy', async () => {
  for (const [trusted, expected] of [
    [parseProxies([]), 512],
    [proxies, 530],
  ] as const) {
    const { send } = await open(undefined, trusted);
    const sockets = Array.from({ length: 530 }, () => send('192.0.2.1', 0));
    let closed = 0;
    for (const socket of sockets) socket.once('close', () => (closed += 1)).resume();
    await eventually(() => expect(closed).toBe(530 - expected));
    for (const socket of sockets) socket.destroy();
  }
});
