import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rentalLineAmount } from '#domain/crm/lines-total.ts';
import { rentalDays } from '#domain/days.ts';
import { lineAmount } from '#domain/line-amount.ts';
import { useDatabase } from '#tests/support/database.ts';
import { createDice } from '#tests/support/dice.ts';
import { scaled } from '#tests/support/scale.ts';

const studio = useDatabase();

const RANDOM_LINES = scaled(200_000, 5000);
/** The largest amount of a line, in rupees. */
const MOST = 9_999_999_999.99;
const LIMITS: [price: number, pieces: number, days: number | null][] = [
  [0, 1_000_000, 3660],
  [0.01, 1_000_000, 3660],
  [0.01, 1, null],
  [9_999_999.99, 1000, null],
  [9_999_999.99, 1, 1000],
  [9_999_999.99, 2, 366],
  [10_010.01, 999, 1000],
  [MOST, 1, 1],
];

const dice = createDice(30, 0);
/** A whole number of up to as many digits, each length as often as another. */
const digits = (most: number) => dice.below(10 ** (1 + dice.below(most)));
const date = () =>
  dice.may(0.1)
    ? null
    : new Date(Date.UTC(2026, 0, 1 + dice.below(1500))).toISOString().slice(0, 10);
const randomLines = (count: number) => Array.from({ length: count }, randomLine);

function randomLine() {
  const rental_from = date();
  const length = 86_400_000 * dice.below(365);
  const rental_to =
    rental_from === null || dice.may(0.1)
      ? null
      : new Date(Date.parse(rental_from) + length).toISOString().slice(0, 10);
  return { price: digits(9) / 100, quantity: 1 + dice.below(999), rental_from, rental_to };
}

test('random lines and those at the limits cost the same in SQL and TypeScript', async () => {
  const random = Array.from({ length: RANDOM_LINES }, (): (typeof LIMITS)[number] => [
    digits(9) / 100,
    1 + digits(6),
    dice.may(0.2) ? null : 1 + dice.below(3660),
  ]);
  const lines = [...LIMITS, ...random].filter((line) => lineAmount(...line) <= MOST);
  expect(lines.length).toBeGreaterThan(RANDOM_LINES / 2);
  const rows = await studio.db.owner<{ amount: string }[]>`
    select private.line_amount((line ->> 0)::numeric(12, 2), (line ->> 1)::integer, (line ->> 2)::integer)::text as amount
    from jsonb_array_elements(${JSON.stringify(lines)}::text::jsonb) with ordinality as listed (line, place)
    order by place`;
  expect(rows.map(({ amount }) => amount)).toEqual(
    lines.map((line) => lineAmount(...line).toFixed(2)),
  );
});

test('random lines of orders have the same days and amounts in SQL and TypeScript', async () => {
  const lines = randomLines(RANDOM_LINES).map((line) => ({ ...line, per_day: dice.may(0.8) }));
  const rows = await studio.db.owner<{ days: number; amount: string }[]>`
    select counted.days, private.line_amount(line.price, line.quantity, private.charged_days(line))::text as amount
    from jsonb_array_elements(${JSON.stringify(lines)}::text::jsonb) with ordinality as listed (given, place)
      cross join lateral private.days_in((given ->> 'rental_from')::date, (given ->> 'rental_to')::date) as counted (days)
      cross join lateral jsonb_populate_record(null::public.order_items,
        given || jsonb_build_object('rental_days', counted.days)) as line
    order by place`;
  expect([...rows]).toEqual(
    lines.map((line) => ({
      days: rentalDays(line.rental_from, line.rental_to),
      amount: rentalLineAmount(line).toFixed(2),
    })),
  );
});

test('a line without a price costs nothing that is known', async () => {
  const [row] = await studio.db.owner`select private.line_amount(null, 2, 3) as amount`;
  expect(row).toEqual({ amount: null });
});

test('plans have the multiplication itself, no calls', async () => {
  const plan = await studio.db.owner<{ 'QUERY PLAN': string }[]>`
    explain (verbose) select private.line_amount(line.price, line.quantity, private.charged_days(line)),
      private.line_amount(line.price, 1, private.days_in(line.rental_from, line.rental_to))
    from public.order_items as line`;
  const text = plan.map((row) => row['QUERY PLAN']).join('\n');
  expect(text).toContain('price *');
  expect(text).not.toMatch(/line_amount|charged_days|days_in|line\.\*/);
});

test('nothing else multiplies a price', async () => {
  const functions = await studio.db.owner`
    select proname from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
      and regexp_replace(prosrc, '--.*', '', 'gn')
        ~ $$\\m(unit_)?price\\M[')]*(::numeric)?\\s*\\*|\\*\\s*\\(?[\\w.]*\\m(unit_)?price\\M$$`;
  expect([...functions]).toEqual([]);
  const root = join(import.meta.dirname, '../..');
  const files = globSync('{src,server}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) =>
      path !== 'src/domain/line-amount.ts' &&
      /\b(unit_)?price\b[\w)?! ]* \* |[\w)] \* [\w.(]*\b(unit_)?price\b/i.test(
        readFileSync(join(root, path), 'utf8'),
      ),
  );
  expect(files).toEqual([]);
});
