import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { Connection } from './connection.ts';

/** Requests these paths in sequence over one connection to a server with these responses. */
async function asked(answer: RequestListener, paths: string[]) {
  let connections = 0;
  const server = createServer(answer).on('connection', () => (connections += 1));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = new Connection(`http://127.0.0.1:${port}`);
  const replies = [];
  for (const path of paths) {
    replies.push(await connection.ask({ path, method: 'POST', headers: { x: 'y' }, body: 'ä' }));
  }
  connection.close();
  server.close();
  return { replies, connections };
}

test('a load reads replies of known length, in chunks and without a body, on one connection', async () => {
  const { replies, connections } = await asked(
    (request, response) => {
      void text(request).then((body) => {
        const said = `${request.method} ${String(request.headers['x'])} ${body} `;
        if (request.url === '/none') response.writeHead(304).end();
        else if (request.url === '/whole') response.end(said + 'a'.repeat(100_000));
        else {
          response.writeHead(404).write(said);
          setImmediate(() => response.end('a'.repeat(100_000)));
        }
      });
    },
    ['/whole', '/none', '/chunks', '/whole'],
  );
  const bytes = Buffer.byteLength('POST y ä ') + 100_000;
  expect(replies).toEqual([
    { status: 200, bytes },
    { status: 304, bytes: 0 },
    { status: 404, bytes },
    { status: 200, bytes },
  ]);
  expect(connections).toBe(1);
});

test('a load counts a connection that breaks, and makes another', async () => {
  const { replies, connections } = await asked(
    (request, response) => {
      if (request.url === '/break') request.socket.destroy();
      else response.end('a');
    },
    ['/break', '/whole'],
  );
  expect(replies).toEqual([
    { status: 0, bytes: 0 },
    { status: 200, bytes: 1 },
  ]);
  expect(connections).toBe(2);
});
