import { describe, expect, test } from 'vitest';
import { asRole } from '#tests/support/database.ts';
import { useCatalogue } from './catalogue.ts';
import type { Call, Page } from './catalogue.ts';
import { refusal } from './studio.ts';

const catalogue = useCatalogue();
const { search } = catalogue;

describe('invalid arguments raise PT400', () => {
  const cursorOf = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const calls: [what: string, call: Call, message: string][] = [
    ['a kind', { kind: 'car' }, 'There is no kind "car".'],
    ['a sort', { sort: 'random()' }, 'sort must be newest, price_asc, price_desc or name.'],
    ['size 0', { size: 0 }, 'size must be between 1 and 100.'],
    ['size 101', { size: 101 }, 'size must be between 1 and 100.'],
    [
      'a filter of another kind',
      { kind: 'prop', filters: { size: ['s'] } },
      'There is no filter "size" here.',
    ],
    [
      'a hidden lookup',
      { kind: 'prop', filters: { brand: ['s'] } },
      'There is no filter "brand" here.',
    ],
    [
      'filters that are a list',
      { kind: 'prop', filters: [] },
      'filters must be an object of lists.',
    ],
    [
      'a filter that is a text',
      { kind: 'prop', filters: { colour: 'red' } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'a filter of numbers',
      { kind: 'prop', filters: { colour: [1] } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'a filter of nulls',
      { kind: 'prop', filters: { colour: [null] } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'a nested filter',
      { kind: 'prop', filters: { colour: [['red']] } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      '101 values',
      { kind: 'prop', filters: { colour: Array.from({ length: 101 }, () => 'red') } },
      'The filter "colour" must be a list of at most 100 texts.',
    ],
    [
      'the category twice',
      { kind: 'prop', category: 'rugs', filters: { category: ['rugs'] } },
      'Choose by category or by the filter "category", not both.',
    ],
    ...(
      [
        ['that is no cursor', 'abc'],
        ['of nothing', ''],
        ['that is not JSON', Buffer.from('hello').toString('base64url')],
        ['of another sort', cursorOf(['name', 'Lamp', crypto.randomUUID()])],
        ['without id', cursorOf(['newest', '2030-01-01T00:00:00Z'])],
        ['with a bad id', cursorOf(['newest', '2030-01-01T00:00:00Z', 'x'])],
        ['with a bad moment', cursorOf(['newest', 'yesterday?', crypto.randomUUID()])],
        ['with null', cursorOf(['newest', null, crypto.randomUUID()])],
        ['that is an object', cursorOf({ a: 1 })],
      ] as const
    ).map(([what, cursor]): [string, Call, string] => [
      `a cursor ${what}`,
      { cursor },
      'The cursor does not belong to this list.',
    ]),
  ];
  test.each(calls)('%s', async (_, call, message) => {
    expect(await refusal(search(call))).toMatchObject({ code: 'PT400', message });
  });

  test('SQL in any text stays text', async () => {
    const evil = `'; drop table props; --`;
    expect((await search({ kind: 'prop', q: evil })).total).toBe(0);
    expect((await search({ kind: 'prop', category: evil })).total).toBe(0);
    expect((await search({ kind: 'prop', filters: { colour: [evil] } })).total).toBe(0);
    expect((await refusal(search({ kind: evil }))).code).toBe('PT400');
    expect((await refusal(search({ kind: 'prop', filters: { [evil]: ['a'] } }))).code).toBe(
      'PT400',
    );
  });

  test('without arguments everything is listed, newest first', async () => {
    const page = await asRole(catalogue.db, { role: 'anon' }, async (sql) => {
      const [row] = await sql<
        { page: Page }[]
      >`select search_catalogue(null, null, null, null, null, null, null) as page`;
      return row?.page;
    });
    expect(page?.items).toHaveLength(24);
  });
});
