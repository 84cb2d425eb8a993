import { chmodSync, rmSync } from 'node:fs';
import { afterEach } from 'vitest';
import { removeEmbedded } from '#backend/postgres/embedded.ts';
import { fillPrepared } from './prepared-folder.ts';
import { spawnSite, type Site } from './spawn-site.ts';
import { newScratch } from './scratch.ts';

export type { Site };

/**
 * Starts sites as separate processes on free ports, without demo data. They and their data folders
 * are removed after each test, or with `keep` when `stopAll` is called.
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
    const folder = newScratch('start');
    folders.push(folder);
    return folder;
  }

  /** A data folder on which a site starts without creating and migrating its database. */
  async function preparedFolder(): Promise<string> {
    const folder = newFolder();
    chmodSync(folder, 0o755);
    await fillPrepared(folder);
    return folder;
  }

  function start(
    dataDir: string,
    variables: Record<string, string> = {},
    program = 'server/main.ts',
  ): Site {
    const site = spawnSite(program, { DATA_DIR: dataDir, DEMO_DATA: 'off', ...variables });
    sites.push(site);
    return site;
  }

  return { newFolder, preparedFolder, start, stopAll };
}

/** The API key in a site's pages. */
export async function anonKeyOf(address: string): Promise<string> {
  const html = await (await fetch(`${address}/my-order`)).text();
  return /"anonKey":"([^"]+)"/.exec(html)?.[1] ?? '';
}
