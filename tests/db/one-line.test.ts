import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ONE_LINE_CASES } from '#domain/one-line-cases.ts';
import { useDocuments } from './documents.ts';
import { importOf } from './import.ts';
import { LOOKUPS, refusal } from './studio.ts';

const { studio, call, order, make, change } = useDocuments();
const { stage, check, apply } = importOf(studio);
const stool = (values: object) => ({ name: 'Zq\tStool', ...values });

describe('a text of one line', () => {
  test.each(ONE_LINE_CASES)('%j is %j', async (text, line) => {
    expect(await studio.db.owner`select private.one_line(${text}) as line`).toEqual([{ line }]);
  });

  test.each([
    ['props', {}],
    ['clothes', {}],
    ['backdrops', { length_feet: 9, width_feet: 8 }],
    ['gear', {}],
    ['crews', {}],
    ['sets', { category: 'package' }],
  ])('is the name of an item in %s, added or renamed by any door', async (table, more) => {
    for (const caller of ['inventory_user', 'service_role'] as const) {
      const names = await studio.as(caller, async (sql) => {
        const [made] =
          await sql`insert into ${sql(table)} ${sql(stool(more))} returning id, name, slug`;
        const [renamed] = await sql`
          update ${sql(table)} set name = ${'Low\r\nstool'} where id = ${made?.['id']} returning name, slug`;
        return [made?.['name'], made?.['slug'], renamed?.['name'], renamed?.['slug']];
      });
      expect(names).toEqual(['Zq Stool', 'zq-stool', 'Low stool', 'zq-stool']);
    }
    const said = await refusal(
      studio.as(
        'inventory_user',
        (sql) => sql`insert into ${sql(table)} ${sql({ ...more, name: '\u0001' })}`,
      ),
    );
    expect(said.code).toBe('23514');
  });

  test.each(Object.entries(LOOKUPS))('is a value in %s', async (table, label) => {
    const [row] = await studio.as(
      'service_role',
      (sql) =>
        sql`insert into ${sql(table)} ${sql({ ...(table === 'gender_options' ? { value: 'oak' } : {}), [label]: 'Old\tOak' })} returning ${sql(label)}::text as said`,
    );
    expect(row?.['said']).toBe('Old Oak');
  });

  test('is what an import reads in every cell but the description', async () => {
    await studio.db.owner`insert into prop_brands (name) values ('Old Oak')`;
    const fields = { price: '10', quantity: '2', category: 'Used', colour: 'Used' };
    const id = await stage('prop', [
      [2, { ...fields, name: 'Imported\nstool', description: 'One\nTwo', brand: 'Old\n oak' }],
    ]);
    expect(await check(id)).toMatchObject({ total: 0, new: 1 });
    const other = await stage('prop', [
      [2, { ...fields, name: 'Imported\nstool', description: 'One\nTwo', brand: 'Old\noak' }],
    ]);
    expect(await apply(other)).toMatchObject({ created: 1 });
    const [made] = await studio.db.owner<{ name: string; description: string; code: string }[]>`
      select name, description, prop_id as code from props where slug = 'imported-stool'`;
    expect(made).toMatchObject({ name: 'Imported stool', description: 'One\nTwo' });
    const again = await stage('prop', [[2, { code: made?.code ?? '', name: 'Imported\tstool' }]]);
    expect(await check(again)).toMatchObject({ changed: 0, unchanged: 1 });
  });

  test('is in order lines, quotes and their drafts', async () => {
    const source = await order([['Chair', 100, 1, 1]]);
    await call('change_order', {
      id: source,
      changes: [
        {
          action: 'add_text',
          line: randomUUID(),
          description: 'Taxi\tand\nvan',
          quantity: 1,
          price: 5,
          per_day: false,
        },
      ],
      key: randomUUID(),
    });
    const draft = await make('quote', { order: source });
    expect(draft.lines.map(({ text }) => text)).toEqual(['Chair', 'Taxi and van']);
    const [line] = draft.lines;
    const saved = await change(draft, { lines: [line, { ...line, text: 'A\tstool,\r\nlow' }] });
    expect(saved.lines[1]).toMatchObject({ text: 'A stool, low' });
  });

  test('of an order stored with marks is a line of its quote', async () => {
    const draft = await make('quote', { order: await order([['Zq\tStool', 100, 1, 1]]) });
    expect(draft.lines).toMatchObject([{ text: 'Zq Stool' }]);
  });

  test('a line without text, or with too much of it, is refused with its place and reason', async () => {
    const draft = await make('quote', { order: await order([['Chair', 100, 1, 1]]) });
    const [line] = draft.lines;
    const said = (text: string) => refusal(change(draft, { lines: [line, { ...line, text }] }));
    expect(await said('\t\u0001')).toMatchObject({
      code: 'PT422',
      message: 'Enter the text of this line.',
      detail: '{"field": "lines", "index": 1}',
    });
    expect(await said('x'.repeat(201))).toMatchObject({
      message: 'The text of a line can have at most 200 characters.',
      detail: '{"field": "lines", "index": 1}',
    });
  });
});
