import { expect, it } from 'vitest';
import { csvRecord } from '../csv.ts';
import { guessMapping, importFields, toImportFields } from '../inventory-import/import-fields.ts';
import { itemCsv } from './item-csv.ts';
import { backdropInventory } from './kinds/backdrop.ts';

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
