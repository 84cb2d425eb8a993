import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { packagedBinaries, runnableBinaries } from './binaries.ts';
import { createCluster, launch, socketFolderFor, stopPostmaster } from './cluster.ts';
import { connectionFromUrl, openPool } from './database.ts';
import { makePrivate, unprivilegedUser } from './processes.ts';

/** An authority, and the certificate that it gave the name `localhost` alone; both for 100 years. */
const CERTIFICATES = join(import.meta.dirname, '../../tests/support/tls');
const AUTHORITY = `sslrootcert=${join(CERTIFICATES, 'ca.crt')}`;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}

/** Asks the server at `url` whether the connection that asks is encrypted. */
async function isEncrypted(url: string): Promise<unknown> {
  const sql = openPool(connectionFromUrl(url), { max: 1, name: 'test' });
  onTestFinished(() => sql.end({ timeout: 1 }));
  const [row] = await sql`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
  return row?.['ssl'];
}

describe('a PostgreSQL that takes encrypted connections alone', () => {
  const password = randomBytes(16).toString('hex');
  const user = unprivilegedUser();
  const home = mkdtempSync(join(tmpdir(), `studio-test-${process.pid}-`));
  const data = join(home, 'data');
  let port = 0;
  let pid = 0;

  beforeAll(async () => {
    makePrivate(home, user);
    const native = runnableBinaries(
      packagedBinaries(),
      user,
      user ? '/var/lib/studio-rental' : home,
    );
    createCluster(native, data, user, { superuser: password, owner: password });
    for (const name of ['server.crt', 'server.key']) {
      copyFileSync(join(CERTIFICATES, name), join(data, name));
      chmodSync(join(data, name), 0o600);
      if (user) chownSync(join(data, name), user.uid, user.gid);
    }
    writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all samehost scram-sha-256\n');
    port = await freePort();
    const socketFolder = socketFolderFor(home, user);
    const settings = { listen_addresses: 'localhost', port: String(port), ssl: 'on' };
    const logFile = join(home, 'postgres.log');
    ({ pid } = await launch({ native, data, socketFolder, logFile, user, settings }));
  });

  afterAll(async () => {
    await stopPostmaster(pid);
    rmSync(home, { recursive: true, force: true });
  });

  const at = (host: string, query: string) =>
    isEncrypted(`postgres://studio:${password}@${host}:${port}/studio?${query}`);

  test('is reached with sslmode=require, by any certificate', async () => {
    expect(await at('127.0.0.1', 'sslmode=require')).toBe(true);
  });

  test('is reached with sslmode=verify-full where the authority and the name are right', async () => {
    expect(await at('localhost', `sslmode=verify-full&${AUTHORITY}`)).toBe(true);
  });

  test('is refused where nobody we trust gave the certificate', async () => {
    const code = 'UNABLE_TO_VERIFY_LEAF_SIGNATURE';
    await expect(at('localhost', 'sslmode=verify-full')).rejects.toMatchObject({ code });
  });

  test.each(['verify-full', 'require'])(
    'is refused with sslmode=%s where the certificate has another name',
    async (mode) => {
      const code = 'ERR_TLS_CERT_ALTNAME_INVALID';
      const asked = at('127.0.0.1', `sslmode=${mode}&${AUTHORITY}`);
      await expect(asked).rejects.toMatchObject({ code });
    },
  );

  test('is not trusted where the authority cannot be read, and the file is named', async () => {
    const asked = at('localhost', 'sslmode=verify-full&sslrootcert=/nowhere.crt');
    await expect(asked).rejects.toThrow("open '/nowhere.crt'");
  });

  test('refuses what is not encrypted', async () => {
    await expect(at('127.0.0.1', 'sslmode=disable')).rejects.toThrow('no pg_hba.conf entry');
  });
});

describe('a server that does not turn to TLS', () => {
  /** Answers the first bytes of each connection by `answer`; tells what was sent. */
  async function serverThat(answer: (socket: Socket) => void) {
    const said: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (bytes) => said.push(bytes));
      socket.once('data', () => answer(socket));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { said, url: `postgres://me:secret@127.0.0.1:${port}/studio?sslmode=require` };
  }

  test.each<[string, (socket: Socket) => void, string]>([
    ['refuses it', (socket) => socket.write('N'), 'The server does not speak TLS'],
    [
      'sends more with its consent, as somebody between might',
      (socket) => socket.write('SR\0\0\0\x08\0\0\0\0'),
      'The server does not speak TLS',
    ],
    ['hangs up', (socket) => socket.end(), 'The server hung up'],
  ])('and %s gets nothing but the question', async (_, answer, message) => {
    const { said, url } = await serverThat(answer);
    await expect(isEncrypted(url)).rejects.toThrow(message);
    expect(Buffer.concat(said).toString('hex')).toMatch(/^(0000000804d2162f)+$/);
  });
});
