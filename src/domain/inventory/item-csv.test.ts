import { expect, it } from 'vitest';
import { csvRecord } from '../csv.ts';
import { guessMapping, importFields, toImportFields } from '../inventory-import/import-fields.ts';
import { itemCsv } from './item-csv.ts';
import type { InventoryKind } from './inventory-kind.ts';
import { blankForm, itemSchema } from './item-form-values.ts';
import { backdropInventory } from './kinds/backdrop.ts';
import { clothInventory } from './kinds/cloth.ts';
import { crewInventory } from './kinds/crew.ts';
import { gearInventory } from './kinds/gear.ts';
import { propInventory } from './kinds/prop.ts';
import { setInventory } from './kinds/set.ts';

const item = {
  code: 'BDP-00007',
  name: '=Grey, muslin',
  description: 'Soft\nfolds',
  names: { material: 'Muslin', colour: 'Grey', size: null },
  length_feet: 10.5,
  width_feet: 8,
  price: 1250.5,
  quantity: 2,
  in_studio: true,
  active: false,
  images: ['https://example.test/a.jpg'],
};
const columns = itemCsv(backdropInventory);
const cells = columns.map(({ cell }) => cell(item));

it('an export has the fields of the form, with formulas escaped', () => {
  expect(columns.map(({ header }) => header)).toEqual([
    'backdrop id',
    'Name',
    'Description',
    'Material',
    'Color',
    'Size',
    'Length',
    'Width',
    'Price',
    'Quantity',
    'In studio',
    'Active',
    'Image URL 1',
    'Image URL 2',
    'Image URL 3',
  ]);
  expect(csvRecord(cells)).toBe(
    `BDP-00007,"'=Grey, muslin","Soft\nfolds",Muslin,Grey,,10.5,8,1250.5,2,yes,no,https://example.test/a.jpg,,\r\n`,
  );
});

it('can be imported again, with its empty cells', () => {
  const fields = importFields(backdropInventory, new Set());
  const heads = columns.map(({ header }) => header);
  const texts = cells.map((cell) => String(cell ?? '').replace(/^=/, "'="));
  expect(toImportFields(backdropInventory, guessMapping(fields, heads), texts)).toEqual({
    code: 'BDP-00007',
    name: '=Grey, muslin',
    description: 'Soft\nfolds',
    material: 'Muslin',
    colour: 'Grey',
    size: '',
    length_feet: '10.5',
    width_feet: '8',
    price: '1250.5',
    quantity: '2',
    in_studio: 'true',
    active: 'false',
    image_1: 'https://example.test/a.jpg',
    image_2: '',
    image_3: '',
  });
});

it.each([
  propInventory,
  clothInventory,
  backdropInventory,
  gearInventory,
  setInventory,
  crewInventory,
])('an export of $table has the fields of its import', (kind) => {
  const importable = importFields(kind, new Set()).map(({ label }) => label);
  expect(itemCsv(kind).map(({ header }) => header)).toEqual(importable);
});

it('a number that may be empty is exported, and imported again', () => {
  const rule = { label: 'Weight', required: null, tooSmall: 'Too small', most: 1000 };
  const kind: InventoryKind = {
    ...crewInventory,
    measures: [{ field: 'weight_kg', unit: 'kg', rule: { ...rule, decimals: 2 } }],
  };
  const fields = importFields(kind, new Set());
  expect(fields.find(({ key }) => key === 'weight_kg')).toEqual({
    key: 'weight_kg',
    label: 'Weight',
    isRequired: false,
  });
  const heads = itemCsv(kind).map(({ header }) => header);
  const again = (weight_kg: number | null) => {
    const exported = itemCsv(kind).map(({ cell }) => cell({ ...item, weight_kg }));
    const texts = exported.map((cell) => String(cell ?? ''));
    return toImportFields(kind, guessMapping(fields, heads), texts)['weight_kg'];
  };
  expect([again(2.5), again(null)]).toEqual(['2.5', '']);

  const form = { ...blankForm(kind), name: 'Asha', description: 'Stylist' };
  const written = (weight_kg: string) =>
    itemSchema(kind, new Set()).safeParse({ ...form, weight_kg }).data?.['weight_kg'];
  expect([written('2.5'), written(''), written('x')]).toEqual([2.5, null, undefined]);
});
