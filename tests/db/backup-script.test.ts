import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, inject, it } from 'vitest';
import { attachEmbedded } from '#backend/postgres/embedded.ts';
import { openPool } from '#backend/postgres/database.ts';
import { urlOf } from '#tests/support/database.ts';
import { runScript } from '#tests/support/run-script.ts';
import { anonKeyOf, useSites } from '#tests/support/site-process.ts';

const ADMIN = { email: 'owner@studio.example', password: 'owner-of-two-homes' };
const server = inject('postgres');
const database = `moved_${randomUUID().slice(0, 8)}`;
const admin = openPool(server.admin, { max: 1, name: 'test' });
const { newFolder, preparedFolder, start, stopAll } = useSites({ keep: true });

afterAll(async () => {
  await stopAll();
  await admin`drop database if exists ${admin(database)} with (force)`;
  await admin.end();
});

async function run(script: string, env: Record<string, string>, ...args: string[]) {
  const { code, said, complained } = await runScript(script, env, ...args);
  return { code, said: said + complained };
}

async function signIn(address: string): Promise<string> {
  const answer = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: await anonKeyOf(address), 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

const countOfProps = async (address: string, token: string) => {
  const headers = { apikey: await anonKeyOf(address), authorization: `Bearer ${token}` };
  const answer = await fetch(`${address}/rest/v1/props?select=name`, { headers });
  return answer.ok ? ((await answer.json()) as unknown[]).length : answer.status;
};

it('a studio moves from the embedded home to an external PostgreSQL', async () => {
  const embedded = await preparedFolder();
  const site = start(embedded, {
    OPS_ADMIN_EMAIL: ADMIN.email,
    OPS_ADMIN_PASSWORD: ADMIN.password,
  });
  const address = await site.ready;
  const token = await signIn(address);
  const shelves = openPool(attachEmbedded({ dataDir: embedded }) ?? server.owner, {
    max: 1,
    name: 'test',
  });
  await shelves`insert into public.props (name, price) values ('Moved lamp', 100)`;
  await shelves`insert into storage.objects (bucket_id, name, metadata)
    values ('catalogue', 'props/lamp.webp', '{"mimetype": "image/webp"}')`;
  await shelves`insert into private.outbox (channel, template, audience, due_at)
    values ('email', 'quote', 'customer', now() + interval '1 hour')`;
  mkdirSync(join(embedded, 'storage/catalogue/props'), { recursive: true });
  writeFileSync(join(embedded, 'storage/catalogue/props/lamp.webp'), 'a picture');

  const file = join(embedded, 'backup.tar.gz');
  const backup = await run('backup', { DATA_DIR: embedded }, file);
  expect(backup).toMatchObject({ code: 0 });
  expect(backup.said).toMatch(/: \d+ tables, 1 stored objects, 0\.\d MB\.\n$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await shelves`insert into storage.objects (bucket_id, name) values ('catalogue', 'lost.webp')`;
  const lacking = await run('backup', { DATA_DIR: embedded }, join(embedded, 'lacking.tar.gz'));
  expect(lacking).toMatchObject({ code: 1 });
  expect(lacking.said).toContain('Not whole: 1 stored objects have no file and are not in it: ');
  await shelves`delete from storage.objects where name = 'lost.webp'`;
  await shelves.end();
  expect(await run('backup', { DATA_DIR: embedded }, '/nowhere/studio.tar.gz')).toEqual({
    code: 1,
    said: 'Cannot write /nowhere/studio.tar.gz: there is no such file or folder.\n',
  });
  const again = await run('backup', { DATA_DIR: embedded }, file);
  expect(again).toEqual({ code: 1, said: `${file} is there already: name another file.\n` });
  expect(await run('restore', { DATA_DIR: embedded }, file, '--yes')).toEqual({
    code: 1,
    said: 'The site is running: stop it first.\n',
  });

  await admin`create database ${admin(database)} owner ${admin(server.owner.username)}`;
  const own = {
    DATABASE_URL: urlOf({ ...server.owner, database }),
    DATA_DIR: newFolder(),
  };
  expect(await run('restore', own, embedded)).toEqual({
    code: 1,
    said: `Cannot read ${embedded}: it is a folder.\n`,
  });
  const restored = await run('restore', own, file);
  expect(restored).toMatchObject({ code: 0 });
  expect(restored.said).toMatch(
    /^Restored as it was at 20.*Z\.\nMessages that waited then and may have been sent since: 1\. They are not sent; what is still needed can be sent again at \/ops\/messages\.\n$/,
  );
  expect(await run('restore', own, file)).toEqual({
    code: 1,
    said:
      'This replaces all data of the studio by the backup; say --yes to do it.\n' +
      'Nothing was changed.\n',
  });

  const moved = start(own.DATA_DIR, own);
  const newAddress = await moved.ready;
  // The signing secret moved as well, so existing sessions stay valid.
  expect(await countOfProps(newAddress, token)).toBe(1);
  expect(await countOfProps(newAddress, await signIn(newAddress))).toBe(1);
  const picture = `${newAddress}/storage/v1/object/public/catalogue/props/lamp.webp`;
  expect(await (await fetch(picture)).text()).toBe('a picture');
  expect(await run('restore', own, file, '--yes')).toEqual({
    code: 1,
    said: 'A site uses the database: stop it first.\n',
  });
});
