import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { attachEmbedded, removeEmbedded } from '#backend/postgres/embedded.ts';

export const ADMIN = { email: 'owner@frameyard.example', password: 'e2e-owner-password' };

/**
 * Playwright's global setup: starts the built site as `npm start` does, on a free port with a data
 * folder of its own, and hands its address to the tests. Returns what stops it again.
 */
export default async function startSite(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'studio-e2e-'));
  const site = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...process.env,
      PORT: '0',
      HOST: 'localhost',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      SUPABASE_URL: '',
      LOG_LEVEL: 'warn',
      OPS_ADMIN_EMAIL: ADMIN.email,
      OPS_ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => site.once('exit', () => resolve()));
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    site.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const ready = /is ready: (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    void exited.then(() => reject(new Error(`The site did not start:\n${output}`)));
  });
  process.env['SITE'] = address;
  process.env['SITE_DATA_DIR'] = dataDir;
  await liftLimits(dataDir);
  return async () => {
    site.kill('SIGTERM');
    await exited;
    removeEmbedded({ dataDir });
    rmSync(dataDir, { recursive: true, force: true });
  };
}

/** All tests send from one address, and more in a minute than a visitor does in an hour. */
async function liftLimits(dataDir: string): Promise<void> {
  const target = attachEmbedded({ dataDir });
  if (!target) throw new Error('The site’s database is not running.');
  const { ssl: _, ...options } = target;
  const sql = postgres({ ...options, max: 1, onnotice: () => {} });
  await sql`select private.set_limit(name, null) from private.settings`;
  await sql.end();
}
