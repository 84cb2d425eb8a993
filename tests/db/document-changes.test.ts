import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { saveSettings, useDocuments, type DocumentRecord } from './documents.ts';
import { today } from './enquiry.ts';
import { CALLERS, refusal, sqlState } from './studio.ts';

const { studio, call, order, make, issue, change, profile } = useDocuments();

const sofa = () => order([['Sofa', 1000, 1, 1]]);
const detailOf = async (run: Promise<unknown>): Promise<Record<string, unknown>> => {
  const { code, message, detail } = await refusal(run);
  return { code, message, ...(JSON.parse(detail ?? '{}') as Record<string, unknown>) };
};

describe('what is issued never changes', () => {
  test('for no role and no statement', async () => {
    const invoice = await issue(await make('invoice', { order: await sofa() }));
    const quote = await issue(await make('quote', { order: await sofa() }));
    const whole = () => studio.db.owner`
      select to_jsonb(document) as document, (select jsonb_agg(to_jsonb(line) order by line.position) from document_lines as line
        where line.document_id = document.id) as lines
      from documents as document where id in ${studio.db.owner([invoice.id, quote.id])} order by id`;
    const before = JSON.stringify(await whole());
    const columns = await studio.db.owner<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = 'public.documents'::regclass and attnum > 0 and attname not in ('irn', 'irn_qr')`;
    const ids = `in ('${invoice.id}', '${quote.id}')`;
    const statements = [
      `delete from documents where id ${ids}`,
      `delete from document_lines where document_id ${ids}`,
      `update document_lines set text = 'Other' where document_id ${ids}`,
      `insert into document_lines (document_id, position, kind, text) values ('${invoice.id}', 99, 'heading', 'More')`,
      `update documents set state = 'draft' where id ${ids}`,
      `update documents set total = total + 1, taxable = taxable + 1, gross = gross + 1 where id ${ids}`,
      `update documents set frozen = frozen || '{"notes": "x"}' where id ${ids}`,
      `truncate documents cascade`,
    ];
    for (const caller of CALLERS) {
      for (const statement of statements) {
        // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
        const code = await studio
          .as(caller, (sql) => sql.unsafe(statement))
          .then(() => 'done', sqlState);
        expect(code, `${caller}: ${statement}`).toBe('42501');
      }
    }
    // The owner of the tables passes all rights; the trigger does not.
    for (const { name } of columns) {
      const other = name === 'date' ? `"${name}" + 1` : 'null';
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      const { code } = await refusal(
        studio.db.owner
          .unsafe(`update documents set "${name}" = ${other} where id ${ids} and "${name}" is not null
          returning 1`)
          .then((rows) => {
            if (rows.length === 0)
              throw Object.assign(new Error('empty already'), { code: 'PT409' });
          }),
      );
      expect(code, `of ${name}`).toBe('PT409');
    }
    for (const statement of statements.slice(0, -1)) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      expect((await refusal(studio.db.owner.unsafe(statement))).code, `of ${statement}`).toBe(
        'PT409',
      );
    }
    expect(JSON.stringify(await whole())).toBe(before);
    await studio.db.owner`update documents set irn = 'abc' where id = ${invoice.id}`;
    const calls = [
      () => change(quote, {}),
      () => call('discard_document', { id: quote.id, version: quote.version }),
      () => issue(quote),
    ];
    for (const run of calls) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      expect(await detailOf(run())).toMatchObject({ code: 'PT409', reason: 'issued' });
    }
  });
});

describe('drafts', () => {
  test('a second save of the same version is refused with the draft of now; a repeat is not', async () => {
    const draft = await make('quote', { order: await sofa() });
    const key = randomUUID();
    const edits = { valid_until: draft.valid_until, lines: draft.lines, notes: 'First' };
    const save = (notes: string, under: string) =>
      call<DocumentRecord>('change_document', {
        id: draft.id,
        version: 1,
        draft: { ...edits, notes },
        key: under,
      });
    expect((await save('First', key)).version).toBe(2);
    expect((await save('First', key)).version).toBe(2);
    expect(await detailOf(save('Second', randomUUID()))).toMatchObject({
      code: 'PT409',
      reason: 'changed',
      document: { notes: 'First', version: 2 },
    });
  });

  test('other kinds than those of an order’s lines are refused by name', async () => {
    const source = await sofa();
    const asked = { kind: 'credit_note', order: source, key: randomUUID() };
    expect(await detailOf(call('make_document', asked))).toMatchObject({
      field: 'kind',
      message: 'Select a quote or an invoice.',
    });
    const { id: invoice } = await issue(await make('invoice', { order: source }));
    const { id, version } = await call<DocumentRecord>('make_credit_note', {
      invoice,
      reason: 'Wrong price',
      key: randomUUID(),
    });
    const read = call('take_source_lines', { id, version, key: randomUUID() });
    expect(await detailOf(read)).toMatchObject({
      field: 'id',
      message: 'Only quotes and invoices have the lines of an order.',
    });
  });

  test('absurd figures are refused at their line, and nothing is lost', async () => {
    const draft = await make('quote', { order: await sofa() });
    const [line] = draft.lines;
    const cases: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ quantity: -1 }, 'Enter a quantity from 1 to 1,000,000.'],
      [{ quantity: 1.5 }, 'Enter a quantity from 1 to 1,000,000.'],
      [{ unit_price: -0.01 }, 'Enter a price from ₹0 to ₹99,99,999.99, with at most two decimals.'],
      [{ unit_price: 0.001 }, 'Enter a price from ₹0 to ₹99,99,999.99, with at most two decimals.'],
      [{ unit_price: '10' }, 'Enter a price from ₹0 to ₹99,99,999.99, with at most two decimals.'],
      [{ days: 0 }, 'Enter 1 to 3,660 days, or none.'],
      [{ rate: 101 }, 'Enter a GST rate from 0 to 100%.'],
      [{ sac: '99731' }, 'A SAC has 4, 6 or 8 digits, like 997319.'],
      [{ discount_percent: 101 }, 'Enter a discount from 0 to 100%.'],
      [{ discount_amount: 1000.01 }, "A discount cannot be more than the line's amount."],
      [
        { discount_amount: 1, discount_percent: 1 },
        'Enter a discount in percent or in rupees, not both.',
      ],
      [{ quantity: 1_000_000, unit_price: 9_999_999.99 }, 'The amount of this line is too large.'],
      [{ text: ' ' }, 'Enter the text of this line.'],
      [{ kind: 'item', item_id: randomUUID() }, 'This item does not exist.'],
    ];
    for (const [wrong, message] of cases) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      const refused = await detailOf(change(draft, { lines: [line, { ...line, ...wrong }] }));
      expect(refused, `of ${JSON.stringify(wrong)}`).toMatchObject({
        code: 'PT422',
        message,
        field: 'lines',
        index: 1,
      });
    }
    expect(await detailOf(change(draft, { discount_amount: 1000.01 }))).toMatchObject({
      field: 'discount_amount',
      message: 'The discount cannot be more than the lines.',
    });
    for (const [valid_until, message] of [
      ['2020-01-01', 'Enter a last day from today on.'],
      ['no day', 'Enter a last day from today on.'],
      [today(3661), 'Enter a last day within the next ten years.'],
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      const refused = await detailOf(change(draft, { valid_until }));
      expect(refused).toMatchObject({ message, field: 'valid_until' });
    }
    expect(await call('document', { id: draft.id })).toEqual(draft);
  });

  test('a discount that later edits make too large is limited and named, and the draft is saved', async () => {
    const draft = await make('quote', { order: await sofa() });
    const [line] = draft.lines;
    const whole = await change(draft, { discount_amount: 900 });
    const lower = await change(whole, { lines: [{ ...line, unit_price: 500 }] });
    expect(lower).toMatchObject({
      discount_amount: 900,
      sums: { gross: 500, discount: 500, taxable: 0, total: 0 },
      missing: [
        {
          field: 'discount',
          text: 'The discount of ₹900.00 is more than the lines: it is limited to ₹500.00.',
        },
      ],
    });
    expect(await detailOf(change(lower, { discount_amount: 900.01 }))).toMatchObject({
      field: 'discount_amount',
      message: 'The discount cannot be more than the lines.',
    });
    expect(await detailOf(issue(lower))).toMatchObject({ reason: 'incomplete' });

    const own = await change(lower, {
      discount_amount: null,
      lines: [{ ...line, discount_amount: 900 }],
    });
    const less = await change(own, { lines: [{ ...own.lines[0], unit_price: 500 }] });
    expect(less).toMatchObject({
      lines: [{ discount_amount: 900 }],
      sums: { gross: 500, discount: 500, taxable: 0, total: 0 },
      missing: [
        {
          field: 'lines',
          index: 0,
          text: 'The discount of ₹900.00 is more than this line: it is limited to ₹500.00.',
        },
      ],
    });
    expect(
      await detailOf(change(less, { lines: [{ ...less.lines[0], discount_amount: 901 }] })),
    ).toMatchObject({
      field: 'lines',
      index: 0,
      message: "A discount cannot be more than the line's amount.",
    });
    expect((await issue(await change(less, { lines: [line] }))).sums.taxable).toBe(1000);
  });

  test('an order whose discount is above its lines makes a draft that names it', async () => {
    const of = await sofa();
    await studio.db
      .owner`update orders set discount_amount = 1500, discount_reason = 'Regular' where id = ${of}`;
    for (const kind of ['quote', 'invoice'] as const) {
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      const draft = await make(kind, { order: of });
      expect(draft.sums).toMatchObject({ discount: 1000, total: 0 });
      expect(draft.missing.map(({ text }) => text)).toContain(
        'The discount of ₹1,500.00 is more than the lines: it is limited to ₹1,000.00.',
      );
      // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
      expect((await change(draft, { notes: 'As agreed' })).notes).toBe('As agreed');
    }
  });

  test('an order edited after its quote is told', async () => {
    const of = await sofa();
    const quote = await issue(await make('quote', { order: of }));
    expect(quote.source_changed).toBe(false);
    await studio.db.owner`update order_items set price = 900 where order_id = ${of}`;
    expect((await call<DocumentRecord>('document', { id: quote.id })).source_changed).toBe(true);
    expect((await make('quote', { order: of })).sums.taxable).toBe(900);
  });

  test('a revision has the number of its quote, and supersedes it when it is issued', async () => {
    const quote = await issue(await make('quote', { order: await sofa() }));
    const revise = () => call<DocumentRecord>('revise_quote', { id: quote.id, key: randomUUID() });
    const revision = await revise();
    expect((await revise()).id).toBe(revision.id);
    const issued = await issue(await change(revision, { notes: 'Cheaper' }));
    expect([issued.number, issued.revision, issued.state]).toEqual([quote.number, 2, 'issued']);
    expect((await call<DocumentRecord>('document', { id: quote.id })).state).toBe('superseded');
    expect(await detailOf(revise())).toMatchObject({ code: 'PT409', reason: 'revised' });
  });
});

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

test('billing profiles: wrong GSTIN, missing state, state of the GSTIN', async () => {
  const cases: readonly (readonly [Record<string, unknown>, string, string])[] = [
    [
      { gstin: '27AAPFU0939F1ZW' },
      'gstin',
      'The last character of this GSTIN does not fit the others: compare it with the certificate.',
    ],
    [{ gstin: '27AAPFU0939' }, 'gstin', 'A GSTIN has 15 characters, like 27AAPFU0939F1ZV.'],
    [
      { gstin: '27AAPFU0939F1ZV', address: '' },
      'address',
      'A customer with a GSTIN needs an address.',
    ],
    [
      { legal_name: '' },
      'legal_name',
      'Enter the name of the person or company, at most 120 characters.',
    ],
    [{ state_code: '99' }, 'state_code', 'Select a state of the list.'],
  ];
  for (const [wrong, field, message] of cases) {
    // oxlint-disable-next-line no-await-in-loop -- why: one after the other.
    expect(await detailOf(profile(wrong))).toMatchObject({ code: 'PT422', field, message });
  }
  expect(await profile({ gstin: ' 27aapfu0939f1zv', state_code: '29' })).toMatchObject({
    gstin: '27AAPFU0939F1ZV',
    state_code: '27',
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

test('the activity log leads to a draft until it is discarded, and names tax classes', async () => {
  interface Entry {
    to: string | null;
    changes: { field: string; became?: unknown }[];
  }
  const entries = (of: string) => studio.db.owner<Entry[]>`
    select entry -> 'record' ->> 'to' as to, entry -> 'changes' as changes
    from private.activity, private.activity_entry(activity) as entry
    where record_id = ${of} order by activity.id desc`;
  const draft = await make('quote', { order: await sofa() });
  expect((await entries(draft.id))[0]?.to).toBe(draft.id);
  await call('discard_document', { id: draft.id, version: draft.version });
  expect((await entries(draft.id))[0]?.to).toBeNull();

  const { classes } = await call<{ classes: { id: string; label: string }[] }>('tax_classes', {});
  const [{ id, label }] = classes as [(typeof classes)[number]];
  const changed = { id, label, sac: '997319', rate: 5, place: 'recipient', key: randomUUID() };
  await call('change_tax_class', changed, 'admin');
  expect((await entries(id))[0]?.changes).toContainEqual(
    expect.objectContaining({ field: 'succeeded_by', became: label }),
  );
});
