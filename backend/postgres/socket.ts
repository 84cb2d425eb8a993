import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, isIP, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions, Encryption } from './connection.ts';

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const WILLING = 'S';
const TLS_TIMEOUT_MS = 10_000;

/**
 * Opens the socket for one postgres.js connection. It may still be connecting, and fails with an
 * `error` event; also with ETIMEDOUT after `silence` milliseconds without traffic.
 */
export async function openSocket(
  { host, port, ssl }: ConnectionOptions,
  silence = 0,
): Promise<Duplex> {
  const isFolder = host.startsWith('/');
  const socket = isFolder ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
  socket.setTimeout(silence, () => {
    const error = new Error('The database does not answer');
    socket.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  });
  return ssl ? await encrypted(socket, host, ssl) : socket;
}

/**
 * Negotiates TLS. why: when opening rejects, the driver waits forever; when the socket emits an
 * error, it does not. So failures are reported on a socket.
 */
async function encrypted(plain: Socket, host: string, ssl: Encryption): Promise<Duplex> {
  try {
    const signal = AbortSignal.timeout(TLS_TIMEOUT_MS);
    plain.write(SSL_REQUEST);
    plain.once('close', () => plain.emit('error', new Error('The server hung up')));
    const [answer] = (await once(plain, 'data', { signal })) as [Buffer];
    if (answer.toString('latin1') !== WILLING) throw new Error('The server does not speak TLS');
    plain.removeAllListeners('close');
    return connectTls({
      socket: plain,
      host,
      rejectUnauthorized: ssl.verify,
      ...(ssl.ca && { ca: readFileSync(ssl.ca) }),
      ...(!isIP(host) && { servername: host }),
    });
  } catch (error) {
    plain.removeAllListeners('close').destroy();
    const failed = new Socket();
    setImmediate(() => failed.destroy(error as Error));
    return failed;
  }
}
