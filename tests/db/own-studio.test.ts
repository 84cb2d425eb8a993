import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '#backend/postgres/database.ts';
import { createDiskStore } from '#backend/storage/disk-store.ts';
import { backupsOf } from '#server/backup/studio-backup.ts';
import { followCatalogue } from '#server/catalogue-version.ts';
import { applyDemoData, demoDataRemovedAt } from '#server/demo-data.ts';
import { asRole, createStaff, useDatabase } from '#tests/support/database.ts';
import { eventually } from '#tests/support/waiting.ts';
import { committedAs, refusal, useStudio } from './studio.ts';

const small = useStudio();
const demo = useDatabase({ seeded: true });

interface Told {
  filled_at: string;
  counted_at: string;
  backup: { at: string; file: string; bytes: number } | null;
  records: { what: string; count: number; since: number; newest: string[] }[];
}

/** Tables that stay as they are. */
const STAYS = {
  settings: [
    'private.availability_settings',
    'private.closed_days',
    'private.kind_tax_classes',
    'private.setting_changes',
    'private.setting_previews',
    'private.setting_rules',
    'private.settings',
    'private.studio_settings',
    'public.tax_classes',
    'private.channels',
    'private.worker_secret',
  ],
  staff: [
    'public.user_profiles',
    'private.recovery_codes',
    'private.notice_settings',
    'private.push_subscriptions',
    'private.push_keys',
  ],
  'written by migrations only': [
    'private.catalogue_kinds',
    'private.catalogue_lookups',
    'private.gst_states',
    'private.document_kinds',
    'private.set_categories',
    'public.crm_rental_enquiry_statuses',
    'public.crm_rental_order_statuses',
    'public.order_payment_statuses',
  ],
  'limits of visitors': ['private.limit_salt', 'private.limit_uses'],
  'the record of the demo': ['private.demo_studio'],
};

const calls = ['demo_studio()', 'start_own_studio(clock_timestamp(), true)'];

describe('a studio without demo data', () => {
  test.each(calls)('%s is for admins only', async (call) => {
    for (const caller of ['anon', 'no profile', 'inventory_user', 'crm_user'] as const) {
      const { code } = await refusal(
        small.as(caller, (sql) => sql.unsafe(`select public.${call}`)),
      );
      expect(code, `as ${caller}`).toBe('42501');
    }
  });

  test('has nothing to remove', async () => {
    const [row] = await small.as('admin', (sql) => sql`select demo_studio() as told`);
    expect(row?.['told']).toBeNull();
    const refused = refusal(small.as('admin', (sql) => sql.unsafe(`select ${calls[1]}`)));
    expect(await refused).toMatchObject({ code: 'PT409', detail: '{"reason": "removed"}' });
  });

  test('every table is emptied, or listed with the reason why it stays', async () => {
    const tables = await small.db.owner<{ name: string; is_emptied: boolean }[]>`
      select format('%s.%s', nspname, relname) as name,
        pg_class.oid = any (private.record_tables()) as is_emptied
      from pg_class join pg_namespace on pg_namespace.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'private') order by 1`;
    const staying = tables.filter((each) => !each.is_emptied).map(({ name }) => name);
    expect(staying).toEqual(Object.values(STAYS).flat().toSorted());
  });
});

describe('the demo studio', () => {
  let sub = '';
  const admin = () => ({ role: 'authenticated' as const, sub });
  const told = (db: Database = demo.db) =>
    asRole(db, admin(), async (sql) => {
      const [row] = await sql<{ told: Told | null }[]>`select demo_studio() as told`;
      return row!.told;
    });
  const start = (countedAt: string, hasBackup = false) =>
    committedAs(demo.db, admin(), async (sql) => {
      await sql`select start_own_studio(${countedAt}, ${hasBackup})`;
    });
  const refused = async (countedAt: string, hasBackup?: boolean) => {
    const { code, detail } = await refusal(start(countedAt, hasBackup));
    return `${code} ${(JSON.parse(detail ?? '{}') as { reason?: string }).reason}`;
  };
  const backUp = (age: string) => demo.db.owner`
    update private.demo_studio set backup_at = clock_timestamp() - ${age}::interval,
      backup_file = '/data/backups/1.tar.gz', backup_bytes = 1`;
  const now = () => new Date(Date.now() + 60_000).toISOString();

  beforeAll(async () => {
    sub = await createStaff(demo.db, 'admin');
  });

  test('counts all records, and names those that were made since', async () => {
    const { owner } = demo.db;
    const before = await told();
    expect(before?.backup).toBeNull();
    expect(before?.records.map(({ what, since }) => [what, since])).toEqual(
      [
        'customers',
        'documents',
        'enquiries',
        'items',
        'lists',
        'messages',
        'notes',
        'orders',
        'payments',
        'pictures',
      ].map((what) => [what, 0]),
    );
    const [facts] = await owner`select (select count(*)::int from public.items) as items,
      (select count(*)::int from storage.objects) as pictures`;
    const counts = Object.fromEntries(before!.records.map(({ what, count }) => [what, count]));
    expect(counts).toMatchObject({ ...facts });

    await owner`insert into public.props (name, price) values ('Own lamp', 300)`;
    await owner`insert into public.customers (first_name, last_name, mobile, email)
      values ('Asha', 'Rao', '+919800000001', 'asha@example.test')`;
    await owner`insert into storage.objects (bucket_id, name)
      values ('catalogue', 'props/own.webp'), ('catalogue', 'site/logo.webp')`;
    const after = new Map((await told())!.records.map((each) => [each.what, each]));
    expect(after.get('items')).toMatchObject({ since: 1, count: counts['items']! + 1 });
    expect(after.get('items')?.newest).toEqual([expect.stringMatching(/^PRP-\d+ · Own lamp$/)]);
    expect(after.get('customers')?.newest).toEqual([expect.stringMatching(/^CUS-\d+ · Asha Rao$/)]);
    expect(after.get('pictures')).toMatchObject({ since: 1, newest: ['props/own.webp'] });
    expect(after.get('orders')?.since).toBe(0);
    const [counted] = await asRole(
      demo.db,
      admin(),
      (sql) => sql`select (demo_studio() ->> 'counted_at')::timestamptz = now() as is_before`,
    );
    expect(counted).toEqual({ is_before: true });
  });

  test(
    'is backed up by one process at a time, also when that takes minutes',
    { tags: ['long'] },
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'studio-own-'));
      const folder = join(dataDir, 'backups');
      const [left, operators] = ['2026-01-02-030405.tar.gz.9.part', 'weekly.tar.gz.9.part'];
      mkdirSync(folder);
      for (const name of [left, operators]) writeFileSync(join(folder, name), '');
      const reached = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const objects = {
        ...createDiskStore(dataDir),
        stat: async () => {
          reached.resolve();
          await goOn.promise;
          return null;
        },
      };
      const backUp = backupsOf({ target: demo.owner, objects, dataDir });
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
      try {
        const first = backUp(() => {}).catch((error: Error) => error.message);
        await reached.promise;
        expect(readdirSync(folder)).not.toContain(left);
        await vi.advanceTimersByTimeAsync(120_000);
        await expect(backUp(() => {})).rejects.toThrow('Another backup is running.');
        goOn.resolve();
        expect(await first).toContain('is not whole');
      } finally {
        goOn.resolve();
        vi.useRealTimers();
      }
      expect(readdirSync(folder).toSorted()).toEqual([
        expect.stringMatching(/^[\d-]{17}\.tar\.gz$/),
        operators,
      ]);
      rmSync(dataDir, { recursive: true });
    },
  );

  test(
    'is not removed without a backup, nor when something was changed since',
    { tags: ['long'] },
    async () => {
      const { owner } = demo.db;
      expect(await refused(now())).toBe('PT409 backup');
      await backUp('61 minutes');
      expect(await refused(now())).toBe('PT409 backup');
      await backUp('1 minute');
      // A member of staff changes an item after the backup.
      await committedAs(
        demo.db,
        admin(),
        (sql) => sql`update props set price = 301 where name = 'Own lamp'`,
      );
      expect(await refused(now())).toBe('PT409 changed');
      // A visitor sends an enquiry after the figures were read.
      await owner`update private.activity set at = at - interval '1 hour'`;
      const { counted_at: counted } = (await told())!;
      await owner`insert into public.enquiry_orders (customer_id, total_price)
      select id, 0 from public.customers limit 1`;
      expect(await refused(counted, true)).toBe('PT409 changed');
      await owner`update public.enquiry_orders set created_at = now() - interval '1 day'
      where created_at > now() - interval '5 minutes'`;
      // Somebody reads the tables for a long time, as a backup does.
      await owner.begin(async (sql) => {
        await sql`select from public.customers limit 1`;
        expect(await refused(now(), true)).toBe('PT409 busy');
      });
      expect((await told())?.records.find(({ what }) => what === 'items')?.since).toBe(1);
    },
  );

  test('is removed as a whole: what stays is what a new studio has', async () => {
    const { owner } = demo.db;
    await owner`insert into private.links (kind, for_studio, token, created_by)
      values ('calendar', true, sha256(${randomUUID()}::text::bytea), ${sub})`;
    await committedAs(
      demo.db,
      admin(),
      (sql) => sql`select change_settings('[{"key": "studio.name", "value": "Chitra"}]')`,
    );
    await owner`insert into private.studio_settings (key, value)
      select key, 'true' from private.setting_rules where key = 'setup.finished' on conflict do nothing`;
    await owner`insert into private.studio_settings (key, value, updated_by) values
      ('identity.gstin', '"29AAPFU0939F1ZR"', null), ('identity.legal_name', '"Chitra LLP"', ${sub})
      on conflict (key) do update set value = excluded.value, updated_by = excluded.updated_by`;
    const stays = () => owner<{ id: string; at: string }[]>`
      select id::text, at::text from private.activity where area in ('staff', 'settings') order by id`;
    const [logged, links, profiles] = [
      await stays(),
      await owner`select * from private.links`,
      await owner`select id, display_name, role from public.user_profiles`,
    ];
    expect(logged.length).toBeGreaterThan(0);
    const catalogue = await followCatalogue(demo.owner, owner);
    const version = await catalogue.current();
    await backUp('1 minute');
    const entries = async () => {
      const [last] = await owner<[{ id: number }]>`
        select last_value::int as id from private.activity_id_seq`;
      return last.id;
    };
    const before = await entries();
    await start(now());
    // The removal itself, but none of the hundreds of pictures.
    expect((await entries()) - before).toBeLessThan(5);
    await eventually(async () => expect(await catalogue.current()).not.toBe(version));
    await catalogue.close();

    const filled = await owner<{ name: string }[]>`
      select listed::text as name from unnest(private.record_tables()) as listed
      where (xpath('/row/n/text()', query_to_xml('select count(*) as n from ' || listed, false, true, '')))[1]::text <> '0'
      order by 1`;
    expect(filled.map(({ name }) => name)).toEqual(['private.activity', 'private.links']);
    expect((await stays()).slice(0, -1)).toEqual(logged);
    const [last] = await owner`select what, area, label, person_id from private.activity
      order by id desc limit 1`;
    expect(last).toEqual({ what: 'removed', area: 'settings', label: 'Demo data', person_id: sub });
    expect(await owner`select * from private.links`).toEqual(links);
    expect(await owner`select id, display_name, role from public.user_profiles`).toEqual(profiles);
    expect(await owner`select name from storage.objects`).toEqual([{ name: 'site/logo.webp' }]);
    // The demo's identity went with it, but not what an admin had entered.
    expect(
      await owner`select key from private.studio_settings where key ~ '^(setup|identity)\\.'`,
    ).toEqual([{ key: 'identity.legal_name' }]);

    // Numbers begin again, and everything that triggers derive is right.
    const [lamp] = await owner`insert into public.props (name, price) values ('Lamp', 100)
      returning prop_id`;
    expect(lamp).toEqual({ prop_id: 'PRP-00001' });
    const [customer] = await owner`insert into public.customers (first_name, last_name, mobile)
      values ('Asha', 'Rao', '+919800000001') returning customer_number as number`;
    expect(customer?.['number']).toMatch(/^[A-Z]+-00001$/);
    const [found] = await owner`select items from private.catalogue_counts where kind = 'prop'`;
    expect(found).toEqual({ items: 1 });
    expect(await owner`select private.recount_stock() as n`).toEqual([{ n: 0 }]);
  });

  test('never returns: neither by a second call nor by the seed', async () => {
    expect(await told()).toBeNull();
    expect(await refused(now(), true)).toBe('PT409 removed');
    expect(await demoDataRemovedAt(demo.db.owner)).toBeInstanceOf(Date);
    const folder = mkdtempSync(join(tmpdir(), 'studio-own-'));
    await demo.db.owner`delete from public.props`;
    await demo.db.owner`delete from public.customers`;
    expect(await applyDemoData(demo.db.owner, createDiskStore(folder))).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
