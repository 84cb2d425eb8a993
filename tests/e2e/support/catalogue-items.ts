import type { Sql } from 'postgres';
import { rareWord } from './catalogue.ts';

/** What a listing's test item is made of. */
export interface Recipe {
  table: 'props' | 'clothes' | 'backdrops' | 'gear' | 'sets' | 'crews';
  codeColumn: string;
  /** Lookup columns of the item with their table and the column that names a row. */
  lookups: Record<string, [table: string, label: string]>;
  /** Columns that the kind demands besides. */
  extra?: Record<string, string | number>;
}

/** Two items that only this test knows, and the word that stands in each field of the first. */
export interface Pair {
  /** Stands in both names. */
  word: string;
  marked: { name: string; code: string; slug: string; description: string };
  /** The name of the row that each lookup column of the first points to. */
  named: Record<string, string>;
  /** Has the lookups' 'Generic' row. */
  plain: { name: string };
}

/**
 * Puts two new items at the front of a catalogue: one marked and in the studio, each of its lookups
 * a row of its own; one whose lookups all say 'Generic'. Neither has a picture.
 */
export async function putPair(sql: Sql, recipe: Recipe, price: number): Promise<Pair> {
  const { table, codeColumn, lookups, extra = {} } = recipe;
  const word = rareWord();
  const description = rareWord();
  const put = async (values: Record<string, string | number | boolean>) => {
    const [row] = await sql<{ name: string; code: string; slug: string }[]>`
      insert into ${sql(table)} ${sql({ price, quantity: 2, ...extra, ...values })}
      returning name, ${sql(codeColumn)} as code, slug`;
    if (!row) throw new Error('No item was made.');
    return row;
  };
  const ids = async (nameOf: (column: string) => string) => {
    const entries = Object.entries(lookups).map(async ([column, [lookup, label]]) => {
      const value = nameOf(column);
      // why: a gender has a value besides its label, of letters only.
      const besides = lookup === 'gender_options' ? { value: value.replaceAll(/\d/g, '_') } : {};
      await sql`insert into ${sql(lookup)} ${sql({ [label]: value, ...besides })} on conflict do nothing`;
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
