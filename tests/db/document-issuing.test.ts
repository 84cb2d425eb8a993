import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { detailOf, saveSettings, useDocuments, type DocumentRecord } from './documents.ts';

const { studio, call, order, sofa, make, issue, change, profile } = useDocuments();

describe('what is missing to issue', () => {
  const missing = async (draft: DocumentRecord) => {
    const { reason, missing: found } = await detailOf(issue(draft));
    expect(reason).toBe('incomplete');
    return (found as { text: string }[]).map(({ text }) => text);
  };

  test('the studio’s identity, for invoices only', async () => {
    await saveSettings(studio, { 'identity.gstin': '', 'identity.legal_name': '' });
    const draft = await make('invoice', { order: await sofa() });
    expect(await missing(draft)).toEqual([
      "Enter the studio's legal name in the settings.",
      "Enter the studio's GSTIN in the settings.",
    ]);
    await issue(await make('quote', { order: await sofa() }));
    await saveSettings(studio, {
      'identity.gstin': '29AAGCB7383J1Z4',
      'identity.legal_name': 'Frameyard',
    });
    expect((await issue(draft)).state).toBe('issued');
  });

  test('from ₹50,000 name, address and state of a customer without GSTIN', async () => {
    const draft = await make('invoice', { order: await order([['Set', 50_000, 1, 1]]) });
    const text = "From ₹50,000 an invoice needs the customer's name, address and state.";
    const bare = await change(draft, { billing_profile: null });
    expect(await missing(bare)).toEqual([text]);
    const stateless = await change(bare, { billing_profile: (await profile({})).id });
    expect(await missing(stateless)).toEqual([text]);
    expect(
      (
        await issue(
          await change(stateless, { billing_profile: (await profile({ state_code: '29' })).id }),
        )
      ).state,
    ).toBe('issued');
  });

  test('one place of supply, when lines are taxed in two states', async () => {
    const draft = await make('invoice', {
      order: await order([
        ['Sofa', 1000, 1, 1],
        ['Daylight studio', 5000, 1, 1],
      ]),
    });
    const mixed = await change(draft, {
      billing_profile: (await profile({ state_code: '27' })).id,
      lines: draft.lines.map((line, at) => ({
        ...line,
        place: at === 1 ? 'premises' : 'recipient',
      })),
    });
    expect([mixed.sums.igst, mixed.sums.cgst]).toEqual([180, 450]);
    expect(await missing(mixed)).toEqual([
      "Some lines are taxed in the customer's state and others in the studio's. Make two invoices, or set one place of supply.",
    ]);
    const set = await change(mixed, { place_of_supply: '29' });
    expect([set.sums.igst, set.sums.cgst, set.place_reason]).toEqual([0, 540, 'set']);
    expect((await issue(set)).frozen).toMatchObject({ place_of_supply: { code: '29' } });
  });

  test('today’s rate, when it changed while the draft was open; lines of another invoice', async () => {
    const of = await sofa();
    const [draft, other] = [
      await make('invoice', { order: of }),
      await make('invoice', { order: of }),
    ];
    type Classes = {
      classes: { id: string; label: string; sac: string; rate: number; place: string }[];
    };
    const { classes } = await call<Classes>('tax_classes', {});
    const changed = (id: string, rate: number) =>
      call<Classes>(
        'change_tax_class',
        { id, label: 'Rental', sac: '997319', rate, place: 'recipient', key: randomUUID() },
        'admin',
      );
    const now = await changed(classes[0]?.id ?? '', 12);
    expect(await missing(draft)).toEqual([
      'The tax class "Rental" changed: this line has 18%, today\'s rate is 12%.',
    ]);
    const lines = draft.lines.map((line) => ({ ...line, rate: 12 }));
    const issued = await issue(await change(draft, { lines, billing_profile: null }));
    expect(issued.sums.cgst).toBe(60);
    expect(await missing(await change(other, { lines }))).toEqual([
      `This is on ${issued.number} already.`,
    ]);
    expect(await detailOf(make('invoice', { order: of }))).toMatchObject({
      code: 'PT409',
      reason: 'incomplete',
    });
    await changed(now.classes[0]?.id ?? '', 18);
  });
});

test(
  'issuing by several at once: numbers without a gap, dates that never fall, across 1 April',
  { tags: ['long'] },
  async () => {
    const drafts: DocumentRecord[] = [];
    for (let at = 0; at < 60; at += 1) {
      // oxlint-disable-next-line no-await-in-loop -- why: the order of the test is fixed.
      drafts.push(await make('invoice', { order: await sofa() }));
    }
    const [today] = await studio.db
      .owner`select pg_get_functiondef('private.today()'::regprocedure) as body`;
    await studio.db.owner.unsafe(`create sequence private.test_days;
    grant usage on sequence private.test_days to public;
    create or replace function private.today() returns date language sql volatile set search_path = ''
    as $$ select case when nextval('private.test_days') < 90 then date '2031-03-31' else date '2031-04-01' end $$`);
    await Promise.all(
      [0, 1, 2].map(async (lane) => {
        for (const draft of drafts.filter((_, at) => at % 3 === lane)) {
          // oxlint-disable-next-line no-await-in-loop -- why: three at a time.
          await issue(draft);
        }
      }),
    );
    await studio.db.owner.unsafe(String(today?.['body']));
    const series = await studio.db.owner`
    select fy, min(sequence) as first, max(sequence) - count(*) as gaps, count(distinct number) = count(*) as once,
      bool_and(falls is not true) as rises
    from (select *, date < lag(date) over (partition by fy order by sequence) as falls from documents
      where kind = 'invoice' and fy in ('30-31', '31-32')) as issued
    group by fy order by fy`;
    expect([...series]).toEqual([
      { fy: '30-31', first: 1, gaps: '0', once: true, rises: true },
      { fy: '31-32', first: 1, gaps: '0', once: true, rises: true },
    ]);
  },
);

test('the financial year may end at any moment of issuing: number and date are of the same year', async () => {
  const { owner } = studio.db;
  const [today] = await owner`select pg_get_functiondef('private.today()'::regprocedure) as body`;
  await owner.unsafe(`create sequence private.test_asked;
    grant usage on sequence private.test_asked to public;`);
  const years: unknown[] = [];
  // The day is asked for several times: the year ends after the first, after the second, until after the last.
  for (let march = 0, asked = Infinity; march < asked; march += 1) {
    /* oxlint-disable no-await-in-loop -- why: one after the other. */
    const draft = await make('invoice', { order: await sofa() });
    await owner.unsafe(`alter sequence private.test_asked restart;
      create or replace function private.today() returns date language sql volatile set search_path = ''
      as $$ select case when nextval('private.test_asked') <= ${march} then date '2031-03-31' else date '2031-04-01' end $$`);
    await issue(draft);
    const [made] = await owner`select fy, private.financial_year(date) as year,
      (select last_value::integer from private.test_asked) as asked from documents where id = ${draft.id}`;
    asked = Number(made?.['asked']);
    expect(made?.['fy'], `after ${march} of ${asked}`).toBe(made?.['year']);
    years.push(made?.['fy']);
    await owner.unsafe(String(today?.['body']));
    /* oxlint-enable no-await-in-loop */
  }
  expect(new Set(years)).toEqual(new Set(['30-31', '31-32']));
});
