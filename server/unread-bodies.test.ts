import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { closeUnread } from './unread-bodies.ts';

const app = new Hono()
  .get('/next', (c) => c.text('the next answer'))
  .post('/read', async (c) => c.text(`read ${(await c.req.text()).length}`))
  .post('/unread', async (c) => nextTurn(c.text('not read', 401)))
  .post('/limited', bodyLimit({ maxSize: 1000 }), (c) => c.text('short enough'));

/** A connection to a server with these pages, and the text that came over it. */
async function open() {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer((request, response) => {
    closeUnread(request, response);
    void answer(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  onTestFinished(() => {
    socket.destroy();
    server.close();
  });
  let text = '';
  const errors: string[] = [];
  socket.on('error', (error) => errors.push(error.message));
  socket.on('data', (data: string) => (text += data));
  const post = (path: string, head: string) =>
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\n${head}\r\n\r\n`);
  return { socket, post, errors, text: () => text };
}

describe('a response that is sent before the body has come', () => {
  it.each([
    ['content-length: 5000000', 'x'.repeat(20_000)],
    ['transfer-encoding: chunked', `4e20\r\n${'x'.repeat(20_000)}\r\n`],
  ])('says that the connection closes, and closes it (%s)', async (head, part) => {
    const { socket, post, errors, text } = await open();
    post('/limited', head);
    socket.write(part);
    await once(socket, 'end');
    expect(text()).toMatch(/^HTTP\/1\.1 413 [^]*\r\nconnection: close\r\n[^]*Payload Too Large$/i);
    expect(text()).not.toMatch(/keep-alive/i);
    socket.end();
    await once(socket, 'close');
    expect(errors).toEqual([]);
  });

  it('is read by a client that first sends all', async () => {
    const { socket, post, errors, text } = await open();
    post('/unread', 'content-length: 3000000');
    socket.pause();
    await new Promise((sent) => socket.write('x'.repeat(3_000_000), sent));
    socket.resume();
    await once(socket, 'close');
    expect(text()).toMatch(/^HTTP\/1\.1 401 [^]*\r\nconnection: close\r\n[^]*not read$/i);
    expect(errors).toEqual([]);
  });
});

it.each([
  ['/read', /read 9/],
  ['/unread', /not read/],
])('a connection whose body has come stays open (%s)', async (path, said) => {
  const { socket, post, text } = await open();
  socket.cork();
  post(path, 'content-length: 9');
  socket.write('some text');
  socket.uncork();
  await expect.poll(text).toMatch(said);
  expect(text()).toMatch(/connection: keep-alive/i);
  socket.write('GET /next HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(text).toMatch(/the next answer$/);
});
