import type { TransactionSql } from 'postgres';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { useStaffStock } from './staff-stock.ts';
import { nestedPlans, rowsRead } from './nested-plans.ts';
import type { CallerName } from './studio.ts';

const { studio, call, said } = useStaffStock();

interface Found {
  items: {
    id: string;
    customer_number: string;
    first_name: string;
    last_name: string;
    company: string | null;
    mobiles: string[];
    orders: number;
  }[];
  more: boolean;
}

const find = (q: string, size = 8, caller?: CallerName) =>
  call<Found>('find_customers', { q, size }, caller);
const names = async (q: string) =>
  (await find(q)).items.map(({ first_name, last_name }) => `${first_name} ${last_name}`);

let made = 0;
/** A customer with a number of their own. */
async function customer(
  name: string,
  more: { email?: string; into?: string; mobile?: string } = {},
) {
  made += 1;
  const [first = '', ...last] = name.split(' ');
  const mobile = more.mobile ?? `+9197${String(31_000_000 + made)}`;
  const [row] = await studio.db.owner<{ id: string; number: string }[]>`
    insert into customers (first_name, last_name, mobile, email, merged_into)
    values (${first}, ${last.join(' ')}, ${mobile}, ${more.email ?? null}, ${more.into ?? null})
    returning id, customer_number as number`;
  if (!row) throw new Error('No customer.');
  return { ...row, mobile };
}
const company = (id: string, name: string) =>
  studio.db.owner`insert into billing_profiles (customer_id, legal_name) values (${id}, ${name})`;

describe('find_customers', () => {
  test('finds all words in any order, in name, company, mobile, e-mail and number', async () => {
    const meera = await customer('Meera Qrao', { email: 'meera.q@lotusfilms.in' });
    await company(meera.id, 'Lotus Pictures Pvt Ltd');
    const digits = meera.mobile.slice(5, 10);
    for (const q of [
      'qrao meera',
      'eera qra',
      'QRAO',
      'lotusfilms',
      'lotus pictures',
      'pictures qrao',
      `qrao ${digits}`,
      meera.mobile,
      `0${meera.mobile.slice(3)}`,
      `+91 ${meera.mobile.slice(3, 8)} ${meera.mobile.slice(8)}`,
      meera.number,
      `cus ${Number(meera.number.slice(4))}`,
      `qrao ${meera.number}`,
    ]) {
      expect({ q, found: (await find(q)).items[0] }).toMatchObject({
        q,
        found: { id: meera.id, company: 'Lotus Pictures Pvt Ltd' },
      });
    }
    expect(await names('meera qrao unknown')).toEqual([]);
    expect(await names('qrao lotuspictures')).toEqual([]);
  });

  test('puts the whole name first, then beginnings, then anything else', async () => {
    await customer('Tara Qsenior');
    await customer('Qsen Das');
    await customer('Noor Qsen');
    await customer('Asha Iyer', { email: 'xqsen@example.in' });
    await customer('Qsen Dasgupta');
    expect(await names('qsen das')).toEqual(['Qsen Das', 'Qsen Dasgupta']);
    expect(await names('qsen')).toEqual([
      'Qsen Das',
      'Qsen Dasgupta',
      'Noor Qsen',
      'Tara Qsenior',
      'Asha Iyer',
    ]);
  });

  test('shows both of one name with what tells them apart', async () => {
    const [one, other] = [await customer('Ravi Qtwin'), await customer('Ravi Qtwin')];
    await studio.db.owner`
      insert into orders (customer_id, total_price) select ${other.id}, 1 from generate_series(1, 2)`;
    expect((await find('ravi qtwin')).items).toMatchObject([
      { id: other.id, orders: 2 },
      { id: one.id, orders: 0 },
    ]);
  });

  test('finds a merged customer by either number as the one who remains, with both numbers', async () => {
    const remains = await customer('Sana Qkhan');
    const former = await customer('Sania Qkhanna', { into: remains.id });
    for (const q of [remains.mobile, former.mobile, 'sania qkhanna', former.mobile.slice(6)]) {
      expect({ q, found: (await find(q)).items }).toMatchObject({
        q,
        found: [{ id: remains.id, first_name: 'Sana', mobiles: [former.mobile] }],
      });
    }
  });

  test.each([
    ['qdsouza', "Q'DSouza"],
    ["q'dsouza", "Q'DSouza"],
    ['Q’DSouza', "Q'DSouza"],
    ['qdsoza', "Q'DSouza"],
    ['lia qdsuoza', "Q'DSouza"],
  ])('finds %s without its apostrophe and with typing errors', async (q, last) => {
    await customer(`Lia ${last}`);
    expect((await names(q))[0]).toBe(`Lia ${last}`);
  });

  test('takes typing errors only where nothing has all words, and not in numbers', async () => {
    await customer('Qpriya Nair');
    const near = await customer('Qprita Nair');
    expect(await names('qprita')).toEqual(['Qprita Nair']);
    expect((await names('qpryia'))[0]).toBe('Qpriya Nair');
    expect((await names('qprirta nair'))[0]).toBe('Qprita Nair');
    expect(await names(`${near.mobile.slice(3, -4)}1234`)).toEqual([]);
  });

  test('two letters find names that begin with them, one letter and wildcards nothing', async () => {
    await customer('Zx Qshort');
    expect(await names('zx')).toEqual(['Zx Qshort']);
    for (const q of ['z', '', '  ', '%', '___', '%%%']) expect(await names(q)).toEqual([]);
  });

  test('leaves erased customers out, and says when there are more', async () => {
    const gone = await customer('Gita Qgone');
    await studio.db.owner`
      update customers set first_name = null, last_name = null, mobile = null, email = null, erased_at = now()
      where id = ${gone.id}`;
    expect(await names('qgone')).toEqual([]);
    for (let n = 0; n < 3; n += 1) await customer(`Many${String.fromCodePoint(97 + n)} Qmany`);
    expect(await find('qmany', 2)).toMatchObject({ items: { length: 2 }, more: true });
    expect(await find('qmany', 3)).toMatchObject({ items: { length: 3 }, more: false });
  });

  test('is for admin and crm_user only', async () => {
    const shown = await customer('Uma Qrole');
    expect((await find('qrole', 8, 'admin')).items).toMatchObject([{ id: shown.id }]);
    for (const caller of ['inventory_user', 'no profile', 'anon'] as const) {
      expect(await said('find_customers', { q: 'qrole' }, caller)).toMatchObject({ code: '42501' });
    }
    for (const size of [0, 51]) {
      expect(await said('find_customers', { q: 'a', size })).toMatchObject({ code: 'PT400' });
    }
  });
});

describe('among many customers', () => {
  beforeAll(async () => {
    await studio.db.owner`
      insert into customers (first_name, last_name, mobile)
      select 'Bulk', 'Other' || md5(n::text), '+918' || lpad(n::text, 9, '0') from generate_series(1, 1500) as n`;
    await studio.db.owner`analyze customers`;
  });

  test.each(['zubin qfar', 'zbuin qfar', 'zu', '9811300700', 'cus-77'])(
    '%s reads those that it may mean, not all',
    async (q) => {
      await customer('Zubin Qfar');
      const claims = JSON.stringify(studio.who('crm_user'));
      const run = (sql: TransactionSql) => sql`select find_customers(${q})`;
      const statements = await nestedPlans(
        inject('postgres'),
        studio.owner.database,
        async (sql) => {
          // why: a few thousand rows are read as fast without an index.
          await sql`set local enable_seqscan = off`;
          await sql`select set_config('request.jwt.claims', ${claims}, true)`;
          await run(sql);
        },
        run,
      );
      expect(statements.length).toBeGreaterThan(0);
      expect(rowsRead(statements, 'customers')).toBeLessThan(200);
    },
  );
});
