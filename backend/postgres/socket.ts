import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, isIP, Socket } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { ConnectionOptions, Encryption } from './database.ts';

/** How long after the end of a connection its transactions may still notice (ms). */
const NOTICE_MS = 50;

/** https://www.postgresql.org/docs/current/protocol-message-formats.html, SSLRequest. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const WILLING = 'S';
const PATIENCE_MS = 10_000;

/**
 * The socket of one connection of postgres.js, which tells of its end in two steps: an error, which
 * fails what is in flight, and a moment later that it is closed.
 * why: the driver (3.4.9) sends a transaction's `rollback` to a connection that is gone. Where that
 * comes after the close, the process ends with a TypeError; where it comes just before, the
 * connection never sends again, or gives one query's answer to the next
 * (https://github.com/porsager/postgres/issues/1154, /1208). Between the two steps it does no harm:
 * so the body of a transaction waits for its statements and for nothing else.
 */
export async function openSocket({ host, port, ssl }: ConnectionOptions): Promise<Duplex> {
  const isFolder = host.startsWith('/');
  const socket = isFolder ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
  return endingInSteps(ssl ? await encrypted(socket, host, ssl) : socket);
}

function endingInSteps(socket: Duplex): Duplex {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...facts: unknown[]) => boolean;
  socket.emit = (event: string | symbol, ...facts: unknown[]) => {
    if (event !== 'close') return emit(event, ...facts);
    const lost = new Error('The connection to the database is lost');
    emit('error', Object.assign(lost, { code: 'CONNECTION_CLOSED' }));
    // why: false is "without an error", upon which the driver fails what came meanwhile.
    setTimeout(() => emit('close', false), NOTICE_MS);
    return true;
  };
  return socket;
}

/** Asks for TLS. why: the driver waits for ever where opening fails, but not for a socket that does. */
async function encrypted(plain: Socket, host: string, ssl: Encryption): Promise<Duplex> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
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
