import { expect, test } from 'vitest';
import { asRole, useDatabase } from '#tests/support/database.ts';

const demo = useDatabase({ seeded: true });

interface Named {
  kind: string;
  name: string;
}

/** Offers beside a prop of the demo: similar and free on days that nobody has booked, and related. */
const offered = (name: string) =>
  asRole(demo.db, { role: 'anon' }, async (sql) => {
    const [row] = await sql<{ similar: Named[]; related: Named[] }[]>`
      select similar_free('prop', item.id, current_date + 500, current_date + 501) as similar,
        related_items('prop', item.id) as related
      from props as item where item.name = ${name}`;
    if (!row) throw new Error(`There is no ${name}.`);
    return { similar: row.similar.map((item) => item.name), related: row.related };
  });

test('similar to a fountain pen are pens, the three fountain pens first', async () => {
  const { similar } = await offered('Executive Fountain Pen, Steel Nib');
  expect(similar.slice(0, 3).toSorted()).toEqual([
    "Calligrapher's Fountain Pen, Blue Resin",
    "Calligrapher's Fountain Pen, Steel Nib",
    'School Fountain Pen, Steel Nib',
  ]);
  expect(similar).toHaveLength(8);
  expect(similar.filter((name) => !/ Pen,/.test(name))).toEqual([]);
});

test('similar to a sofa are couches and settees too, which mean the same', async () => {
  const { similar } = await offered('Loft Three-Seater Sofa, Teal Velvet');
  expect(similar).toHaveLength(12);
  expect(similar.filter((name) => !/ (Sofa|Couch|Settee),/.test(name))).toEqual([]);
  for (const thing of ['Sofa', 'Couch', 'Settee']) {
    expect(similar.join('\n')).toContain(` ${thing},`);
  }
});

test('related to a sketchbook are sketchbooks first, and what goes with props: nothing to wear', async () => {
  const { related } = await offered('Diary Sketchbook, Unlined');
  expect(related).toHaveLength(8);
  expect(related.map(({ name }) => name).filter((name) => name.includes(' Sketchbook,'))).toEqual([
    related[0]?.name,
    related[2]?.name,
  ]);
  expect(related.map(({ kind }) => kind).filter((kind) => kind === 'prop')).toHaveLength(4);
  expect(new Set(related.map(({ kind }) => kind))).toEqual(new Set(['prop', 'backdrop', 'set']));
});
