import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { openPool } from '#backend/postgres/database.ts';
import { refusePooler } from '#backend/postgres/pooler.ts';

const { owner } = inject('postgres');
const sockets = new Set<Socket>();
const closing: (() => void)[] = [];

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const close of closing.splice(0)) close();
});

const toPostgres = () => tracked(connect(join(owner.host, `.s.PGSQL.${owner.port}`)));

function tracked(socket: Socket): Socket {
  sockets.add(socket.on('error', () => {}));
  return socket;
}

/** Connection options of a proxy that hands each connection to `serve`. */
async function proxyTo(serve: (client: Socket) => void) {
  const server = createServer((client) => serve(tracked(client))).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  return { ...owner, host: '127.0.0.1', port: (server.address() as AddressInfo).port };
}

/**
 * Calls back when PostgreSQL is ready for the next transaction: message "Z" with the byte "I"
 * (https://www.postgresql.org/docs/current/protocol-message-formats.html).
 */
function whenIdle(socket: Socket, idle: () => void): void {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readUInt32BE(1)) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.toString('latin1', 0, 1) === 'Z' && rest.toString('latin1', 5, 6) === 'I') idle();
      rest = rest.subarray(length);
    }
  });
}

/** A pooler in transaction mode: after each transaction a server connection serves another client. */
function transactionPooler() {
  const free: Socket[] = [];
  return (client: Socket) => {
    let held: Socket | null = null;
    const hold = (server: Socket) => {
      held = server;
      const answer = (chunk: Buffer) => client.write(chunk);
      server.on('data', answer);
      whenIdle(server, () => {
        server.removeAllListeners('data');
        held = null;
        free.push(server);
      });
    };
    hold(toPostgres());
    client.on('data', (chunk) => {
      if (!held) hold(free.pop() ?? toPostgres());
      held?.write(chunk);
    });
  };
}

test('a pooler in transaction mode is refused', async () => {
  await expect(refusePooler(await proxyTo(transactionPooler()))).rejects.toThrow(
    /^DATABASE_URL leads to a pooler that gives each transaction another connection/,
  );
});

test('the database itself is accepted, as is a proxy with one connection per client', async () => {
  const through = await proxyTo((client) => {
    const server = toPostgres();
    client.pipe(server).pipe(client);
  });
  await expect(refusePooler(owner)).resolves.toBeUndefined();
  await expect(refusePooler(through)).resolves.toBeUndefined();
});

test('a connection that stops answering is closed and replaced', async () => {
  let isDead = false;
  const target = await proxyTo((client) => {
    const server = toPostgres();
    client.pipe(server);
    server.on('data', (chunk) => isDead || client.write(chunk));
  });
  const pool = openPool(target, { max: 1, name: 'test', silence: 2000 });
  expect(await pool`select 1 as one`).toEqual([{ one: 1 }]);
  isDead = true;
  const failure: unknown = await pool`select 2 as two`.catch((error: unknown) => error);
  expect(String((failure as NodeJS.ErrnoException).code)).toMatch(
    /^(ETIMEDOUT|CONNECTION_CLOSED)$/,
  );
  isDead = false;
  await expect.poll(() => pool`select 3 as three`.catch(() => null)).toEqual([{ three: 3 }]);
  await pool.end({ timeout: 0 });
});
