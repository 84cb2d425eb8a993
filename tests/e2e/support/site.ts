import { spawn } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbedded } from '#backend/postgres/embedded.ts';
import { leaksIn, postgresLogOf } from '#tests/support/log-leaks.ts';
import { newScratch, SCRATCH } from '#tests/support/scratch.ts';
import { liftLimits, openDatabase, registerStudio } from './database.ts';

/** why: all tests ask from one address, on a fast machine more than a visitor may. */
const UNLIMITED = {
  LIMIT_REQUESTS: '1000000',
  LIMIT_PAGES: '1000000',
  LIMIT_PICTURES: '1000000',
  LIMIT_REFRESHES: '1000000',
};

export const ADMIN = { email: 'owner@frameyard.example', password: 'e2e-owner-password' };

/**
 * Playwright's global setup: starts the built site like `npm start`, on a free port with a temporary
 * data folder, and passes its address to the tests. Returns the teardown, which fails the run if the
 * logs of the site or PostgreSQL contain personal data, tokens or bodies.
 */
export default async function startSite(): Promise<() => Promise<void>> {
  const dataDir = newScratch('e2e');
  const { DATABASE_URL: _url, SUPABASE_URL: _project, ...inherited } = process.env;
  const site = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '../../..'),
    env: {
      ...inherited,
      PORT: '0',
      HOST: 'localhost',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      OPS_ADMIN_EMAIL: ADMIN.email,
      OPS_ADMIN_PASSWORD: ADMIN.password,
      ...UNLIMITED,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<void>((resolve) => site.once('exit', () => resolve()));
  let output = '';
  let log = '';
  site.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
    const unusual = text.split('\n').filter((line) => line && !line.includes('"level":"info"'));
    if (unusual.length > 0) process.stderr.write(`${unusual.join('\n')}\n`);
  });
  const address = await new Promise<string>((resolve, reject) => {
    site.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      const ready = /is ready: (\S+)/.exec(output)?.[1];
      if (ready) resolve(ready);
    });
    void exited.then(() => reject(new Error(`The site did not start:\n${output}`)));
  });
  process.env['SITE'] = address;
  // why: a run of tests with sites of their own would log no request.
  await fetch(address);
  process.env['SITE_DATA_DIR'] = dataDir;
  const prepared = join(SCRATCH, `studio-prepared-${process.pid}`);
  process.env['PREPARED_FOLDER'] = prepared;
  const sql = openDatabase(dataDir);
  await liftLimits(sql);
  await registerStudio(sql);
  await sql.end();
  return async () => {
    site.kill('SIGTERM');
    await exited;
    const leaks = leaksIn(log + readFileSync(postgresLogOf(dataDir), 'utf8'));
    removeEmbedded({ dataDir });
    for (const folder of [dataDir, prepared]) rmSync(folder, { recursive: true, force: true });
    if (leaks.length > 0) throw new Error(`The logs contain personal data:\n${leaks.join('\n')}`);
    if (!log.includes('"message":"Request"')) throw new Error('The site logged no requests.');
  };
}
