import { readFile, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { ObjectStore } from '#backend';
import type { Sql } from 'postgres';

const SEED = join(import.meta.dirname, '../supabase/seed');
const MARK = 'demo_data';
const CONCURRENCY = 20;

/** Whether demo data was applied to this database or declined. */
export async function isDemoDataDecided(owner: Sql): Promise<boolean> {
  const [row] = await owner`select 1 from backend.secrets where name = ${MARK}`;
  return row !== undefined;
}

/** Records that this database stays empty, so that a later start does not fill it. */
export async function declineDemoData(owner: Sql): Promise<void> {
  await owner`insert into backend.secrets (name, value) values (${MARK}, 'declined')
    on conflict (name) do nothing`;
}

/** When an admin removed the demo data to start with their own studio; null if nobody has. */
export async function demoDataRemovedAt(owner: Sql): Promise<Date | null> {
  const [row] = await owner<{ removed_at: Date | null }[]>`
    select removed_at from private.demo_studio`;
  return row?.removed_at ?? null;
}

/**
 * Fills an empty database with the demo studio and its pictures: first the pictures, then all rows
 * in one transaction, so that an interrupted start begins again.
 * @returns false, without changing anything, when there are props or customers already, or when the
 * demo data was removed for good.
 */
export async function applyDemoData(owner: Sql, store: ObjectStore): Promise<boolean> {
  if (await demoDataRemovedAt(owner)) return false;
  await putPictures(store);
  const files = (await readdir(SEED)).filter((name) => name.endsWith('.sql')).sort();
  const scripts = await Promise.all(files.map((name) => readFile(join(SEED, name), 'utf8')));
  const applied = await owner.begin(async (sql) => {
    const [state] = await sql<{ filled: boolean }[]>`
      select exists (select from public.props) or exists (select from public.customers) as filled`;
    if (state?.filled) return false;
    for (const script of scripts) await sql.unsafe(script).simple();
    // why: a version is the key of an object's bytes; these were copied to `<bucket>/<name>`.
    await sql`update storage.objects set version = bucket_id || '/' || name where version is null`;
    await sql`insert into backend.secrets (name, value) values (${MARK}, 'applied')
      on conflict (name) do update set value = excluded.value`;
    return true;
  });
  // why: until autovacuum runs, the first searches would have bad plans for lack of statistics.
  if (applied) await owner`analyze`;
  return applied;
}

/** Stores the pictures under `<bucket>/<name>`. */
async function putPictures(store: ObjectStore): Promise<void> {
  const folder = join(SEED, 'objects');
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  for (let at = 0; at < paths.length; at += CONCURRENCY) {
    const some = paths.slice(at, at + CONCURRENCY);
    await Promise.all(
      some.map(async (path) =>
        store.put(relative(folder, path).replaceAll('\\', '/'), await readFile(path)),
      ),
    );
  }
}
