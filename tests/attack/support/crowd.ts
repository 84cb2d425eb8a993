import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Orders } from './crowd-process.ts';

/**
 * Opens many connections, each of which sends one of the texts (several requests in one are HTTP
 * pipelining) and then reads nothing of the responses, or `sips` bytes a second. Runs in a separate
 * process, so that measurements are not slowed down.
 * @returns Closes them all.
 */
export function sendCrowd(orders: Orders): () => Promise<void> {
  const child = fork(join(import.meta.dirname, 'crowd-process.ts'), { execArgv: [] });
  child.send(orders);
  return async () => {
    child.disconnect();
    await once(child, 'exit');
  };
}

/** A serialized request; with a body it is a POST of JSON. */
export function written(path: string, headers: Record<string, string>, body?: string): string {
  const sent: Record<string, string> =
    body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  const all = Object.entries({ host: 'studio.example', ...headers, ...sent });
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? 'GET' : 'POST';
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`;
}
