// @module-tag long
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ConnectionOptions } from '#backend/postgres/connection.ts';
import { openDatabase, openPool, type Database } from '#backend/postgres/database.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import type { ObjectStore } from '#backend/storage/store.ts';
import { checkBackup, holdsData, restoreBackup } from '#server/backup/restore.ts';
import { sequencesOf, tablesOf } from '#server/backup/tables.ts';
import { writeBackup } from '#server/backup/write.ts';
import { createStaff, useDatabase } from '#tests/support/database.ts';
import { useBackups } from './backups.ts';
import { committed, enquiry, liftLimits } from './enquiry.ts';

const source = useDatabase({ seeded: true });
const { folder, newFile, newDatabase, restore } = useBackups();
const sourceObjects = createDiskStore(join(folder, 'source'));

/** Each table as one text, and the next value of each sequence. */
async function contents(target: ConnectionOptions): Promise<Record<string, string | null>> {
  const sql = openPool(target, { max: 1, name: 'test' });
  try {
    const all: Record<string, string | null> = {};
    for (const { name, quoted } of await tablesOf(sql)) {
      const [row] = await sql.unsafe<[{ all: string | null }]>(
        `select string_agg(t::text, E'\\n' order by t::text collate "C") as all from ${quoted} t`,
      );
      all[name] = row.all;
    }
    for (const { name, next } of await sequencesOf(sql)) all[name] = next;
    return all;
  } finally {
    await sql.end();
  }
}

async function sendEnquiry(db: Database) {
  const items = await db.owner<{ type: string; id: string; price: number }[]>`
    select 'prop' as type, id, price::float8 from public.props where active order by id limit 2`;
  return committed(
    db,
    { role: 'anon' },
    enquiry({ items: items.map((item) => ({ ...item, quantity: 1 })) }),
  );
}

/** Leaves no message waiting, since restoring changes those. */
const settleMessages = () => source.db.owner`
  update private.outbox set state = 'sent', sent_at = now(), lease = null, lease_until = null
  where state in ('waiting', 'sending')`;

async function bytesOf(objects: ObjectStore, key: string): Promise<Buffer> {
  const chunks = [];
  for await (const chunk of await objects.get(key, { start: 0, end: Infinity })) chunks.push(chunk);
  return Buffer.concat(chunks);
}

beforeAll(async () => {
  const { owner } = source.db;
  await createStaff(source.db, 'admin');
  await liftLimits(source.db);
  await sendEnquiry(source.db);
  await settleMessages();
  // Text that COPY must escape, and an object without bytes.
  await owner`update public.props set description = ${'a\tb\\c\nd\\.\n\u2028"\''} where id =
    (select id from public.props order by id limit 1)`;
  await owner`delete from storage.objects where name not like 'sets/%'`;
  await owner`insert into storage.objects (bucket_id, name) values ('catalogue', 'empty.webp')`;
  const rows = await owner<{ name: string }[]>`select bucket_id || '/' || name as name
    from storage.objects`;
  for (const { name } of rows) {
    const path = join(folder, 'source', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, name.endsWith('empty.webp') ? '' : `bytes of ${name}`);
  }
});

describe('a backup', () => {
  // why shared: an empty home is migrated first, which takes seconds.
  let target: ConnectionOptions;
  let objects: ObjectStore;

  it('restores every table, sequence and object into an empty home', async () => {
    const file = newFile();
    const written = await writeBackup(source.owner, sourceObjects, file);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(written.bytes).toBe(statSync(file).size);
    target = await newDatabase();
    expect(await holdsData(target)).toBe(false);
    ({ objects } = await restore(target, file, 'home'));
    expect(await holdsData(target)).toBe(true);
    expect(await contents(target)).toEqual(await contents(source.owner));

    const rows = await source.db.owner<{ key: string }[]>`
      select bucket_id || '/' || name as key from storage.objects`;
    expect(written).toMatchObject({ objects: rows.length, missing: [] });
    for (const { key } of rows) {
      expect(await bytesOf(objects, key)).toEqual(await bytesOf(sourceObjects, key));
    }
  });

  it('holds every table except unlogged ones, removed objects and the migration history', async () => {
    const all = await source.db.owner<{ name: string }[]>`
      select relnamespace::regnamespace || '.' || relname as name from pg_class
      where relkind = 'r' and relpersistence <> 'u'
        and relnamespace::regnamespace::text not in
          ('pg_catalog', 'information_schema', 'supabase_migrations')
        and relname not in ('schema_migrations', 'migration_checksums', 'removed_objects') order by 1`;
    const names = (await tablesOf(source.db.owner)).map(({ name }) => name);
    expect(names.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
  });

  it('leaves a working home: triggers, stored counts and numbering continue', async () => {
    const db = await openDatabase(target);
    try {
      const off = await db.owner`select tgname from pg_trigger
        where not tgisinternal and tgenabled <> 'O'`;
      expect(off).toEqual([]);
      const before =
        await db.owner`select kind, lookup_ids, items from private.catalogue_counts order by 1, 2, 3`;
      await db.owner`select private.recount_catalogue()`;
      expect(
        await db.owner`select kind, lookup_ids, items from private.catalogue_counts order by 1, 2, 3`,
      ).toEqual(before);
      const [last] = await db.owner`select max(enquiry_number) as code from public.enquiry_orders`;
      const next = await sendEnquiry(db);
      expect(next.enquiry_number > String(last?.['code'])).toBe(true);
    } finally {
      await db.close();
    }
  });

  it('is a consistent snapshot while enquiries arrive', { tags: ['long'] }, async () => {
    const going = new AbortController();
    let sent = 0;
    const sending = (async () => {
      while (!going.signal.aborted) {
        await sendEnquiry(source.db);
        sent += 1;
      }
    })();
    const file = newFile();
    await expect.poll(() => sent).toBeGreaterThan(0);
    await writeBackup(source.owner, sourceObjects, file);
    going.abort();
    await sending;
    expect((await restore(target, file)).waited).toBeGreaterThan(0);
    await settleMessages();
    const sql = openPool(target, { max: 1, name: 'test' });
    // Each enquiry has its items and its activity entry; no item or entry lacks its enquiry.
    const [torn] = await sql`select
      (select count(*)::int from public.enquiry_orders e where not exists (
        select from public.enquiry_items i where i.enquiry_order_id = e.id)) as without_items,
      (select last_value >= (select max(substring(enquiry_number from '\\d+$')::int)
        from public.enquiry_orders) from private.enquiry_number_seq) as ahead`;
    await sql.end();
    expect(torn).toEqual({ without_items: 0, ahead: true });
  });

  it('does not send what waited in it, until staff send it again', { tags: ['long'] }, async () => {
    const from = source.db.owner;
    const [waiting, sending, failed] = [randomUUID(), randomUUID(), randomUUID()];
    await from`
      insert into private.outbox (id, channel, template, audience, state, reason, lease, lease_until, due_at)
      values (${waiting}, 'email', 'acknowledgement', 'customer', 'waiting', null, null, null, now() + interval '1 hour'),
        (${sending}, 'email', 'quote', 'customer', 'sending', null, gen_random_uuid(), now(), now()),
        (${failed}, 'email', 'quote', 'customer', 'failed', 'refused', null, null, now())`;
    const file = newFile();
    await writeBackup(source.owner, sourceObjects, file);
    expect((await restore(target, file)).waited).toBe(2);
    const sql = openPool(target, { max: 1, name: 'test' });
    const rows = await sql`select id, state, reason from private.outbox
      where id in (${waiting}, ${sending}, ${failed}) order by template, reason`;
    expect(rows).toEqual([
      { id: waiting, state: 'skipped', reason: 'restored' },
      { id: failed, state: 'failed', reason: 'refused' },
      { id: sending, state: 'skipped', reason: 'restored' },
    ]);
    const [found] = await sql`select private.claim_outbox('email', 'x') as claimed, (
      select private.can_resend(message) from private.outbox as message where id = ${waiting}) as can_resend`;
    expect(found).toEqual({ claimed: null, can_resend: true });
    await sql.end();
    await settleMessages();
  });

  it('replaces existing data completely or not at all', { tags: ['long'] }, async () => {
    const file = newFile();
    await writeBackup(source.owner, sourceObjects, file);
    const sql = openPool(target, { max: 1, name: 'test' });
    await sql`delete from public.enquiry_items`;
    await sql`update public.props set name = 'Changed'`;
    await sql`select nextval('private.prop_code_seq') from generate_series(1, 50)`;
    await sql`insert into storage.objects (bucket_id, name) values ('catalogue', 'of-today.webp')`;
    await objects.put('catalogue/of-today.webp', Buffer.from('of today'));
    const changed = await contents(target);

    const broken = {
      ...createDiskStore(folder),
      put: () => Promise.reject(new Error('disk full')),
    };
    const checked = await checkBackup(file);
    await expect(restoreBackup(target, broken, file, checked)).rejects.toThrow('disk full');
    expect(await contents(target)).toEqual(changed);
    await restore(target, file, 'home');
    expect(await contents(target)).toEqual(await contents(source.owner));
    expect(await objects.stat('catalogue/of-today.webp')).toBeNull();

    // A row that the database refuses at the end of a table's data.
    await sql`create table public.none (id uuid primary key)`;
    await sql`alter table public.enquiry_items
      add constraint nowhere foreign key (id) references public.none not valid`;
    await expect(restore(target, file)).rejects.toThrow('"nowhere"');
    expect(await contents(target)).toMatchObject(await contents(source.owner));
    await sql`drop table public.none cascade`;
    await sql.end();
  });

  it(
    'names the objects without bytes, and continues without them',
    { tags: ['long'] },
    async () => {
      await source.db.owner`insert into storage.objects (bucket_id, name)
      values ('catalogue', 'lost.webp')`;
      const written = await writeBackup(source.owner, sourceObjects, newFile());
      await source.db.owner`delete from storage.objects where name = 'lost.webp'`;
      expect(written.missing).toEqual(['catalogue/lost.webp']);
      const removing = {
        ...sourceObjects,
        stat: async (key: string) => {
          await source.db.owner`delete from storage.objects where name = 'going.webp'`;
          return sourceObjects.stat(key);
        },
      };
      await source.db.owner`insert into storage.objects (bucket_id, name)
      values ('catalogue', 'going.webp')`;
      const meanwhile = await writeBackup(source.owner, removing, newFile());
      expect(meanwhile.missing).toEqual([]);
    },
  );

  it(
    'repacked by another program in another order is restored as well',
    { tags: ['long'] },
    async () => {
      const file = newFile();
      await writeBackup(source.owner, sourceObjects, file);
      const unpacked = mkdtempSync(join(folder, 'unpacked-'));
      const tar = (...args: string[]) => execFileSync('tar', args, { cwd: unpacked });
      tar('xzf', file);
      const again = newFile();
      tar('czf', again, '--sort=name', '.');
      const sql = openPool(target, { max: 1, name: 'test' });
      await sql`delete from public.enquiry_items`;
      await sql.end();
      const { objects: repacked } = await restore(target, again);
      expect(await contents(target)).toEqual(await contents(source.owner));
      const [stored] = await source.db.owner<{ key: string }[]>`
      select bucket_id || '/' || name as key from storage.objects where name like 'sets/%' limit 1`;
      const key = stored?.key ?? '';
      expect(await bytesOf(repacked, key)).toEqual(await bytesOf(sourceObjects, key));

      writeFileSync(join(unpacked, 'objects', key), 'other bytes');
      const changed = newFile();
      tar('czf', changed, '.');
      await expect(checkBackup(changed)).rejects.toThrow('its contents differ from their digests');
      rmSync(join(unpacked, 'SHA256SUMS'));
      execFileSync(
        'sh',
        ['-c', 'find . -type f ! -name SHA256SUMS -exec sha256sum {} + > SHA256SUMS'],
        {
          cwd: unpacked,
        },
      );
      const summed = newFile();
      tar('czf', summed, '.');
      await checkBackup(summed);
      const twice = newFile();
      tar('cf', `${twice}.tar`, '.');
      tar('rf', `${twice}.tar`, './manifest.json');
      writeFileSync(twice, gzipSync(readFileSync(`${twice}.tar`)));
      await expect(checkBackup(twice)).rejects.toThrow('it holds manifest.json twice');
    },
  );

  it(
    'is not restored under a running site, nor written over a file',
    { tags: ['long'] },
    async () => {
      const file = newFile();
      await writeBackup(source.owner, sourceObjects, file);
      await source.db.owner`select 1`;
      await expect(restore(source.owner, file)).rejects.toThrow(
        'A site uses the database: stop it first.',
      );
      await expect(writeBackup(source.owner, sourceObjects, file)).rejects.toThrow(
        'is there already',
      );
    },
  );

  it('of a database without the product’s schema is refused', { tags: ['long'] }, async () => {
    const file = newFile();
    await expect(writeBackup(await newDatabase(), sourceObjects, file)).rejects.toThrow(
      'There is nothing to back up: the database is not set up yet.',
    );
    expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe('a damaged backup', () => {
  const damages: [string, (whole: Buffer) => Buffer][] = [
    ['cut in the middle', (whole) => whole.subarray(0, whole.length / 2)],
    ['cut before its last byte', (whole) => whole.subarray(0, -1)],
    ['cut after a whole entry', (whole) => gzipSync(gunzipSync(whole).subarray(0, 512 * 60))],
    ['with a changed byte', (whole) => changedAt(whole, whole.length >> 1)],
    [
      'with a changed value',
      (whole) => gzipSync(replaced(gunzipSync(whole), 'bytes of catalogue', 'bytes af catalogue')),
    ],
    [
      'with another manifest',
      (whole) => gzipSync(replaced(gunzipSync(whole), 'auth.users', 'auth.usars')),
    ],
    ['that is empty', () => Buffer.alloc(0)],
    ['that is something else', () => Buffer.from('-- a dump')],
    ['that is an archive of something else', () => gzipSync(Buffer.alloc(1024))],
  ];

  const file = newFile();
  beforeAll(() => writeBackup(source.owner, sourceObjects, file));

  it.each(damages)(
    '%s is refused before anything is written',
    { tags: ['long'] },
    async (_, damage) => {
      const damaged = newFile();
      writeFileSync(damaged, damage(readFileSync(file)));
      await expect(checkBackup(damaged)).rejects.toMatchObject({
        name: 'StartError',
        message: expect.stringContaining(damaged) as string,
      });
    },
  );
});

function changedAt(whole: Buffer, at: number): Buffer {
  const changed = Buffer.from(whole);
  changed[at] = (changed[at] ?? 0) ^ 0xff;
  return changed;
}

function replaced(text: Buffer, from: string, to: string): Buffer {
  const at = text.indexOf(from);
  expect(at).toBeGreaterThan(0);
  const changed = Buffer.from(text);
  changed.write(to, at);
  return changed;
}
