import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { useSites } from '#tests/support/site-process.ts';

const { newFolder, start } = useSites();

describe('npm start', { timeout: 60_000 }, () => {
  it('says how to sign in on the first start only, and stops without a trace', async () => {
    const dataDir = newFolder();
    const first = start(dataDir);
    const address = await first.ready;
    expect((await fetch(`${address}/`)).status).toBe(200);
    const password = /with the password (\S+)/.exec(first.output())?.[1];
    const file = join(dataDir, 'ops-admin-password');
    expect(readFileSync(file, 'utf8').trim()).toBe(password);
    expect(statSync(file).mode & 0o777).toBe(0o600);

    first.process.kill('SIGTERM');
    expect(await first.ended).toBe(0);
    expect(first.output()).toMatch(/Stopped\.\n$/);
    expect(attachEmbedded({ dataDir })).toBeNull();
    expect(existsSync(join(dataDir, 'lock'))).toBe(false);

    const second = start(dataDir);
    expect(await second.ready).not.toBe('');
    expect(second.output()).not.toContain('password');
  });

  it('finishes a request in flight before it stops', async () => {
    const site = start(newFolder());
    const address = new URL(await site.ready);
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const call = request(new URL('/auth/v1/token?grant_type=password', address), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': '2' },
      });
      call
        .once('response', (response) => resolve(response.resume().statusCode))
        .once('error', reject);
      call.write('{');
      setTimeout(() => site.process.kill('SIGINT'), 200);
      setTimeout(() => call.end('}'), 600);
    });
    // 401: the call brings no API key, which is an answer all the same.
    expect(await answered).toBe(401);
    expect(await site.ended).toBe(0);
  });

  it('refuses a folder that another start uses, and leaves that one alone', async () => {
    const dataDir = newFolder();
    const first = start(dataDir);
    const address = await first.ready;
    const second = start(dataDir);
    expect(await second.ended).toBe(1);
    expect(second.output().trim()).toMatch(/is in use by process \d+/);
    expect(second.output().trim().split('\n')).toHaveLength(1);
    expect((await fetch(`${address}/`)).status).toBe(200);
  });

  it('says which port is taken, and leaves no database running', async () => {
    const holder = createServer().listen(0, 'localhost');
    await new Promise((resolve) => holder.once('listening', resolve));
    const { port } = holder.address() as AddressInfo;
    const dataDir = newFolder();
    const site = start(dataDir, { PORT: String(port) });
    expect(await site.ended).toBe(1);
    expect(site.output()).toContain(`PORT ${port} is in use`);
    expect(attachEmbedded({ dataDir })).toBeNull();
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

  it('stops at a wrong variable with one line that names it', async () => {
    const site = start(newFolder(), { PORT: 'http' });
    expect(await site.ended).toBe(1);
    expect(site.output()).toBe('PORT must be a port number from 0 to 65535.\n');
  });
});
