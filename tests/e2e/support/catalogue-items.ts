import type { Sql } from 'postgres';
import { rareWord } from './catalogue.ts';

/** Way to create test items of one listing. */
export interface Recipe {
  table: 'props' | 'clothes' | 'backdrops' | 'gear' | 'sets' | 'crews';
  codeColumn: string;
  /** Lookup columns of the item, each with its table and that table's label column. */
  lookups: Record<string, [table: string, label: string]>;
  /** Other required columns of the kind. */
  extra?: Record<string, string | number>;
}

/** Two items of one test, and the unique word in each field of the first. */
export interface Pair {
  /** Part of both names. */
  word: string;
  marked: { name: string; code: string; slug: string; description: string };
  /** The lookup name that each lookup column of the first refers to. */
  named: Record<string, string>;
  /** Refers to the lookups' 'Generic' rows. */
  plain: { name: string };
}

/**
 * Adds two items without pictures, sorted first in their catalogue: a marked, in-studio one with new
 * lookup rows, and one whose lookups are all 'Generic'.
 */
export async function putPair(sql: Sql, recipe: Recipe, price: number): Promise<Pair> {
  const { table, codeColumn, lookups, extra = {} } = recipe;
  const word = rareWord();
  const description = rareWord();
  const put = async (values: Record<string, string | number | boolean>) => {
    const [row] = await sql<{ name: string; code: string; slug: string }[]>`
      insert into ${sql(table)} ${sql({ price, quantity: 2, ...extra, ...values })}
      returning name, ${sql(codeColumn)} as code, slug`;
    if (!row) throw new Error('No item was created.');
    return row;
  };
  const ids = async (nameOf: (column: string) => string) => {
    const entries = Object.entries(lookups).map(async ([column, [lookup, label]]) => {
      const value = nameOf(column);
      // why: gender_options also has a value column, without digits.
      const extraColumns =
        lookup === 'gender_options' ? { value: value.replaceAll(/\d/g, '_') } : {};
      await sql`insert into ${sql(lookup)} ${sql({ [label]: value, ...extraColumns })} on conflict do nothing`;
      const [row] = await sql<{ id: string }[]>`
        select id from ${sql(lookup)} where lower(${sql(label)}) = lower(${value})`;
      return [column, row?.id ?? ''] as const;
    });
    return Object.fromEntries(await Promise.all(entries));
  };
  const named = Object.fromEntries(Object.keys(lookups).map((column) => [column, rareWord()]));
  const generic = (column: string) =>
    lookups[column]?.[0] === 'gender_options' ? 'unisex' : 'Generic';
  const plain = await put({ name: `Plain ${word}`, in_studio: false, ...(await ids(generic)) });
  const marked = await put({
    name: `Marked ${word}`,
    description,
    in_studio: true,
    ...(await ids((column) => named[column] ?? '')),
  });
  return { word, marked: { ...marked, description }, named, plain };
}
