// @module-tag long
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { query, useEmbedded } from '#tests/support/embedded.ts';

const SCRIPT = join(import.meta.dirname, 'db-reset.ts');
const { newFolder, prepared, start } = useEmbedded();

function reset(dataDir: string, ...args: string[]) {
  const env = {
    PATH: process.env['PATH'],
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
    DATA_DIR: dataDir,
  };
  const done = spawnSync(process.execPath, [SCRIPT, ...args], { env, encoding: 'utf8' });
  return { code: done.status, said: done.stdout + done.stderr };
}

it('names what it deletes, and leaves what the site did not make', async () => {
  const dataDir = await prepared();
  const server = await start(dataDir);
  expect(reset(dataDir, '--yes')).toEqual({
    code: 1,
    said: 'The site is running: stop it first.\n',
  });
  await server.stop();
  mkdirSync(join(dataDir, 'storage/catalogue'), { recursive: true });
  writeFileSync(join(dataDir, 'accounts.ods'), 'mine');
  const { code, said } = reset(dataDir);
  expect(code).toBe(1);
  expect(said).toBe(
    `This deletes the database in ${dataDir}/postgres, and the pictures and cache in ${dataDir}; ` +
      'say --yes to do it.\nNothing was deleted.\n',
  );
  expect(existsSync(join(dataDir, 'postgres/data'))).toBe(true);
  expect(reset(dataDir, '--yes')).toEqual({
    code: 0,
    said: `Deleted. The next npm start begins afresh. Left in ${dataDir}: accounts.ods.\n`,
  });
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
  expect(existsSync(join(dataDir, 'storage'))).toBe(false);
});

it.runIf(process.getuid?.() === 0)(
  'leaves the database of the folder that this one is a copy of',
  async () => {
    const folder = newFolder(0o700);
    const [dataDir, copy] = [join(folder, 'a'), join(folder, 'c')];
    await (await start(dataDir)).stop();
    execFileSync('cp', ['-a', dataDir, copy]);
    const { owner } = await start(dataDir);
    expect(reset(copy).said).toMatch(
      /^This deletes the pictures and cache in \S+\/c; the database in \S+ belongs to another folder and stays;/,
    );
    expect(reset(copy, '--yes').code).toBe(0);
    expect(await query(owner, 'select 1 as one')).toEqual({ one: 1 });
  },
);
