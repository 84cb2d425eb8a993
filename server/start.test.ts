import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attachEmbedded } from '#backend';
import { heldBelow } from '#tests/attack/support/memory.ts';
import { postgresLogOf } from '#tests/support/log-leaks.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';
import { eventually } from '#tests/support/waiting.ts';

const { newFolder, preparedFolder, start } = useSites();

/** The folder of a data folder's database. */
const homeIn = (dataDir: string) => dirname(postgresLogOf(dataDir));

describe('npm start', () => {
  it('prints how to sign in until somebody has, and stops cleanly', async () => {
    const dataDir = newFolder();
    const first = start(dataDir);
    const address = await first.ready;
    expect((await fetch(`${address}/`)).status).toBe(200);
    const password = /with the password (\S+)/.exec(first.output())?.[1];
    const file = join(dataDir, 'ops-admin-password');
    const place = `embedded PostgreSQL, database in ${homeIn(dataDir)}/data; folder ${dataDir}`;
    expect(first.output()).toContain(`is ready: ${address}\n  ${place}\n`);
    expect(readFileSync(file, 'utf8').trim()).toBe(password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // A session that made the schema holds 60 MB.
    const held = existsSync('/proc/self/status') ? heldBelow(first.process.pid ?? 0) : 0;
    expect(held).toBeLessThan(75);

    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.output()).toMatch(/Stopped\.\n$/);
    expect(attachEmbedded({ dataDir })).toBeNull();
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);

    const second = start(dataDir);
    const again = await second.ready;
    const email = 'admin@studio.local';
    await eventually(() =>
      expect(second.output()).toContain(`sign in as ${email}; the password is in ${file}\n`),
    );
    expect(second.output()).not.toContain(password);
    const signedIn = await fetch(`${again}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: { apikey: await anonKeyOf(again), 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(signedIn.status).toBe(200);
    second.process.kill('SIGTERM');
    await second.ended;

    const third = start(dataDir);
    await third.ready;
    third.process.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    expect(third.output()).not.toContain('password');
  });

  it.each([
    ['Making the database', 'while it makes its database'],
    ['migrations applied', 'while it fills the studio'],
  ])(
    'leaves no PostgreSQL when it is stopped before it is ready (%s)',
    { tags: ['long'] },
    async (sign) => {
      const dataDir = newFolder();
      const site = start(dataDir, { DEMO_DATA: 'on' });
      await eventually(() => expect(site.output()).toContain(sign), 5);
      site.process.kill('SIGINT');
      expect(await site.ended).toBe(0);
      expect(site.output()).toMatch(/Stopping …\n[^]*Stopped\.\n$/);
      expect(site.output()).not.toContain('is ready');
      expect(existsSync(join(homeIn(dataDir), 'data/postmaster.pid'))).toBe(false);
      expect(existsSync(join(dataDir, 'lock'))).toBe(false);
      const again = start(dataDir);
      expect(await again.ready).not.toBe('');
    },
  );

  it(
    'refuses a folder that another start uses, which continues and finishes its requests before it stops',
    { tags: ['long'] },
    async () => {
      const dataDir = await preparedFolder();
      const first = start(dataDir);
      const address = await first.ready;
      const second = start(dataDir);
      expect(await second.ended).toBe(1);
      expect(second.output().trim()).toMatch(/is in use by process \d+/);
      expect(second.output().trim().split('\n')).toHaveLength(1);
      expect((await fetch(`${address}/`)).status).toBe(200);

      const answered = new Promise<number | undefined>((resolve, reject) => {
        const call = request(new URL('/auth/v1/token?grant_type=password', address), {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'content-length': '2' },
        });
        call
          .once('response', (response) => resolve(response.resume().statusCode))
          .once('error', reject);
        call.write('{', () => {
          void (async () => {
            // A later connection is answered once the server has this one.
            await fetch(`${address}/healthz`);
            first.process.kill('SIGINT');
            await eventually(() => expect(first.output()).toContain('Stopping'));
            call.end('}');
          })();
        });
      });
      // 401, because the request has no API key; that is a response all the same.
      expect(await answered).toBe(401);
      expect(await first.ended).toBe(0);
    },
  );

  it('names a busy port before it creates anything', { tags: ['long'] }, async () => {
    const holder = createServer().listen(0, 'localhost');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    const dataDir = newFolder();
    const site = start(dataDir, { PORT: String(port) });
    expect(await site.ended).toBe(1);
    expect(site.output()).toContain(`PORT ${port} is in use`);
    expect(readdirSync(dataDir)).toEqual([]);
    holder.close();
  });

  it.each([{}, { DATABASE_URL: 'postgres://nobody:none@127.0.0.1:1/none' }])(
    'says which data folder cannot be written to, with %o',
    async (variables) => {
      const file = join(newFolder(), 'file');
      writeFileSync(file, '');
      const site = start(join(file, 'data'), variables);
      expect(await site.ended).toBe(1);
      expect(site.output()).toBe(
        `Cannot write to the data folder ${file}/data: a file is in the way.\n`,
      );
    },
  );

  it.runIf(existsSync('/proc/self'))(
    'says so where the system lets nobody make a folder',
    async () => {
      const site = start('/proc/none/data');
      expect(await site.ended).toBe(1);
      expect(site.output()).toBe(
        'Cannot write to the data folder /proc/none/data: no folder can be made there.\n',
      );
    },
  );

  it('stops at a wrong variable with one line that names it', async () => {
    const site = start(newFolder(), { PORT: 'http' });
    expect(await site.ended).toBe(1);
    expect(site.output()).toBe('PORT must be a port number from 0 to 65535.\n');
  });
});
