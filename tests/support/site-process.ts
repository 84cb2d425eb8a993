import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { removeEmbedded } from '#backend/postgres/embedded.ts';

/** A running `node server/main.ts` on the built site. */
export interface Site {
  process: ChildProcess;
  /** All that it has printed so far. */
  output: () => string;
  /** Address, once the site has said that it is ready; '' when it ended instead. */
  ready: Promise<string>;
  ended: Promise<number | null>;
}

/**
 * Starts sites as processes of their own, on free ports and empty of demo data; they and their data
 * folders are gone after each test, or with `keep` only when `stopAll` is called.
 */
export function useSites({ keep = false } = {}) {
  const folders: string[] = [];
  const sites: Site[] = [];

  async function stopAll(): Promise<void> {
    for (const site of sites) site.process.kill('SIGTERM');
    await Promise.all(sites.splice(0).map((site) => site.ended));
    for (const folder of folders.splice(0)) {
      removeEmbedded({ dataDir: folder });
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (!keep) afterEach(stopAll);

  function newFolder(): string {
    const folder = mkdtempSync(join(tmpdir(), 'studio-start-'));
    folders.push(folder);
    return folder;
  }

  function start(dataDir: string, variables: Record<string, string> = {}): Site {
    const child = spawn(process.execPath, ['server/main.ts'], {
      cwd: join(import.meta.dirname, '../..'),
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

  return { newFolder, start, stopAll };
}

/** The API key that a site hands to its pages. */
export async function anonKeyOf(address: string): Promise<string> {
  const html = await (await fetch(`${address}/my-order`)).text();
  return /"anonKey":"([^"]+)"/.exec(html)?.[1] ?? '';
}
