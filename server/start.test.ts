import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { attachEmbedded, removeEmbedded } from '#backend/postgres/embedded.ts';

const ROOT = join(import.meta.dirname, '..');

interface Site {
  process: ChildProcess;
  output: () => string;
  /** Address, once the site has said that it is ready; '' when it ended instead. */
  ready: Promise<string>;
  ended: Promise<number | null>;
}

const folders: string[] = [];
const sites: Site[] = [];

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'studio-start-'));
  folders.push(folder);
  return folder;
}

function start(dataDir: string, variables: Record<string, string> = {}): Site {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: dataDir,
      DEMO_DATA: 'off',
      ...variables,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<string>((resolve) => {
    const listen = (text: string) => {
      output += text;
      const address = /is ready: (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.setEncoding('utf8').on('data', listen);
    child.stderr.setEncoding('utf8').on('data', listen);
    void ended.then(() => resolve(''));
  });
  const site = { process: child, output: () => output, ready, ended };
  sites.push(site);
  return site;
}

afterEach(async () => {
  for (const site of sites.splice(0)) {
    site.process.kill('SIGTERM');
    await site.ended;
  }
  for (const folder of folders.splice(0)) {
    removeEmbedded({ dataDir: folder });
    rmSync(folder, { recursive: true, force: true });
  }
});

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

  it('stops at a wrong variable with one line that names it', async () => {
    const site = start(newFolder(), { PORT: 'http' });
    expect(await site.ended).toBe(1);
    expect(site.output()).toBe('PORT must be a port number from 0 to 65535.\n');
  });
});
