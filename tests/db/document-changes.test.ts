import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { detailOf, useDocuments, type DocumentRecord } from './documents.ts';
import { today } from './enquiry.ts';
import { CALLERS, refusal, sqlState } from './studio.ts';

const { studio, call, sofa, make, issue, change, profile } = useDocuments();

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
