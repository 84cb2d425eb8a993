import { describe, expect, it } from 'vitest';
import { backdropInventory } from '../inventory/kinds/backdrop.ts';
import { crewInventory } from '../inventory/kinds/crew.ts';
import { propInventory } from '../inventory/kinds/prop.ts';
import { guessMapping, importFields, toImportFields, unmappedFields } from './import-fields.ts';
import { problemText, type ImportProblem } from './problem-text.ts';

const LISTED = new Set(['brand_id', 'color_id', 'category_id']);
const props = importFields(propInventory, LISTED);

describe('the importable fields of a prop', () => {
  it('are those of the form, with the same fields required', () => {
    expect(props.map(({ label, isRequired }) => `${label}${isRequired ? ' *' : ''}`)).toEqual([
      'prop ID',
      'Name *',
      'Description *',
      'Brand *',
      'Color *',
      'Category *',
      'Width',
      'Depth',
      'Height',
      'Price *',
      'Quantity *',
      'In studio',
      'Active',
      'Image URL 1',
      'Image URL 2',
      'Image URL 3',
    ]);
    const empty = importFields(propInventory, new Set());
    expect(empty.find(({ key }) => key === 'brand')?.isRequired).toBe(false);
    expect(importFields(backdropInventory, new Set()).map(({ key }) => key)).toContain(
      'length_feet',
    );
  });
});

describe('the guessed mapping', () => {
  it.each(['id', 'ID', 'SKU'])('takes %s for the code, whatever the kind', (head) => {
    for (const kind of [propInventory, backdropInventory, crewInventory]) {
      expect(guessMapping(importFields(kind, new Set()), [head])).toEqual(['code']);
    }
  });

  it('understands many spellings of headers', () => {
    const heads = [
      'prop ID',
      'Item Name',
      'Colour',
      'BRAND',
      'category',
      'Qty.',
      'Price (₹)',
      'In-Studio',
      'Image',
      'note',
    ];
    expect(guessMapping(props, heads)).toEqual([
      'code',
      'name',
      'colour',
      'brand',
      'category',
      'quantity',
      'price',
      'in_studio',
      'image_1',
      '',
    ]);
  });

  it('uses each field once and reports unmapped required ones', () => {
    const mapping = guessMapping(props, ['Name', 'Title', 'Price']);
    expect(mapping).toEqual(['name', '', 'price']);
    expect(unmappedFields(props, mapping).map(({ label }) => label)).toEqual([
      'Description',
      'Brand',
      'Color',
      'Category',
      'Quantity',
    ]);
  });
});

it('a line has values in the database’s format, without blank cells', () => {
  const mapping = ['name', '', 'price', 'quantity', 'active', 'in_studio', 'brand'];
  expect(
    toImportFields(propInventory, mapping, [
      ' Chair ',
      'x',
      '₹1,200',
      '3.0',
      'Yes',
      '',
      'Oak & Co',
    ]),
  ).toEqual({
    name: 'Chair',
    price: '1200',
    quantity: '3',
    active: 'true',
    brand: 'Oak & Co',
  });
  expect(toImportFields(crewInventory, ['name', 'category'], ['Asha', 'none'])).toEqual({
    name: 'Asha',
  });
});

it('a line with a code includes blank cells, which clear the item’s fields', () => {
  const mapping = ['code', 'name', 'category', 'price', ''];
  const read = (...cells: string[]) => toImportFields(crewInventory, mapping, cells);
  expect(read('CRW-00001', 'Asha', 'None', '', 'x')).toEqual({
    code: 'CRW-00001',
    name: 'Asha',
    category: '',
    price: '',
  });
  expect(read(' ', 'Asha', 'None', '')).toEqual({ name: 'Asha' });
});

it('problems with codes have texts', () => {
  const text = (problem: ImportProblem['problem'], value: string) =>
    problemText(propInventory, { line: 3, field: 'code', problem, value }, {});
  expect(text('no_item', 'PRP-99999')).toBe(
    'There is no prop PRP-99999. Leave its code empty to add a new one',
  );
  expect(text('same_code', '2')).toBe('Line 2 has the same code');
  expect(text('changed_since', 'PRP-00001')).toBe(
    'Somebody changed PRP-00001 after the check. Check the file again to see it',
  );
});

describe('a problem', () => {
  const text = (
    field: string,
    problem: ImportProblem['problem'],
    fields: Record<string, string> = {},
    kind = propInventory,
  ) => problemText(kind, { line: 3, field, problem, value: fields[field] ?? null }, fields);

  it.each([
    ['name', 'required', {}, 'Name is required'],
    ['description', 'required', {}, 'Description is required'],
    ['brand', 'required', {}, 'Brand is required'],
    ['price', 'required', {}, 'Price is required'],
    ['price', 'format', { price: '1e9' }, 'Price must be a number in plain digits, like 1200'],
    ['price', 'format', { price: '-5' }, 'Price cannot be negative'],
    ['price', 'format', { price: '0.001' }, 'Price can have at most 2 decimals'],
    ['price', 'check', { price: '99999999.99' }, 'Price can be at most 99,99,999.99'],
    ['quantity', 'format', { quantity: '1.5' }, 'Quantity must be a whole number'],
    ['active', 'format', { active: 'maybe' }, 'Active must be yes or no'],
    ['brand', 'unknown', { brand: 'Nobody' }, 'There is no brand “Nobody” in its list'],
    ['name', 'check', { name: 'x'.repeat(10_000) }, 'Name can have at most 120 characters'],
    [
      'description',
      'check',
      { description: 'x'.repeat(5000) },
      'Description can have at most 4,000 characters',
    ],
    [
      'image_1',
      'check',
      { image_2: 'javascript:alert(1)' },
      'Image URL 2: Enter a direct link that starts with https://',
    ],
    ['name', 'same_item', { name: 'PRP-00012' }, 'This item is there already: PRP-00012'],
    [
      'name',
      'same_line',
      { name: '2' },
      'Line 2 says the same item: name and all it is listed by are equal',
    ],
  ] as const)('of %s (%s) is told in the words of the form', (field, problem, fields, told) => {
    expect(text(field, problem, fields)).toBe(told);
  });

  it('uses the messages of its kind', () => {
    expect(text('name', 'required', {}, crewInventory)).toBe('Name is required.');
    expect(text('length_feet', 'check', { length_feet: '0' }, backdropInventory)).toBe(
      'Length must be greater than 0',
    );
  });
});
