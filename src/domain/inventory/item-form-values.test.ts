import { describe, expect, test } from 'vitest';
import type { InventoryKind, ItemFormValues } from './inventory-kind.ts';
import {
  blankForm,
  changedFields,
  fieldLabel,
  fieldRefusal,
  itemSchema,
  mergeForms,
  toForm,
  publishWarning,
} from './item-form-values.ts';
import { backdropInventory } from './kinds/backdrop.ts';
import { clothInventory } from './kinds/cloth.ts';
import { crewInventory } from './kinds/crew.ts';
import { gearInventory } from './kinds/gear.ts';
import { propInventory } from './kinds/prop.ts';
import { setInventory } from './kinds/set.ts';

/** The messages of a form by field, '' for one that passes. */
function problems(kind: InventoryKind, form: ItemFormValues, listed = everyList(kind)) {
  const outcome = itemSchema(kind, listed).safeParse(form);
  const found: Record<string, string> = {};
  for (const { path, message } of outcome.error?.issues ?? []) found[String(path[0])] ??= message;
  return found;
}

const everyList = (kind: InventoryKind) => new Set(kind.lookups.map(({ field }) => field));

/** A form that passes. */
function complete(kind: InventoryKind): ItemFormValues {
  const chosen = kind.lookups.map(({ field }) => [field, 'one']);
  const measured = kind.measures.map(({ field }) => [field, '7.5']);
  return {
    ...blankForm(kind),
    ...Object.fromEntries([...chosen, ...measured]),
    name: ' Chair ',
    description: 'Four legs.',
    price: '99.50',
    quantity: '2',
  };
}

const ALIKE = {
  price: {
    '': 'Price is required',
    '-1': 'Price cannot be negative',
    '-0': 'Price cannot be negative',
    '1e9': 'Price must be a number in plain digits, like 1200',
    '1,200': 'Price must be a number in plain digits, like 1200',
    '₹500': 'Price must be a number in plain digits, like 1200',
    NaN: 'Price must be a number in plain digits, like 1200',
    '0.001': 'Price can have at most 2 decimals',
    '10000000': 'Price can be at most 99,99,999.99',
    '0': '',
    '0.10': '',
    '9999999.99': '',
  },
  quantity: {
    '': 'Quantity is required',
    '-1': 'Quantity cannot be negative',
    '1.5': 'Quantity must be a whole number',
    '1e3': 'Quantity must be a number in plain digits, like 1200',
    '1000001': 'Quantity can be at most 10,00,000',
    '0': '',
    '5.0': '',
  },
};

/** Each kind's messages, written out, not imported. */
const KINDS = {
  props: {
    kind: propInventory,
    blank: {
      name: 'Name is required',
      description: 'Description is required',
      brand_id: 'Brand is required',
      color_id: 'Color is required',
      category_id: 'Category is required',
    },
    ...ALIKE,
  },
  clothes: {
    kind: clothInventory,
    blank: { name: 'Name is required', description: 'Description is required' },
    ...ALIKE,
  },
  backdrops: {
    kind: backdropInventory,
    blank: {
      name: 'Name is required',
      description: 'Description is required',
      material_id: 'Material is required',
      color_id: 'Color is required',
      size_id: 'Size is required',
      length_feet: 'Length must be greater than 0',
      width_feet: 'Width must be greater than 0',
    },
    price: ALIKE.price,
    quantity: {
      '-1': 'Quantity must be at least 1',
      '1.5': 'Quantity must be a whole number',
      '0': '',
    },
  },
  gear: {
    kind: gearInventory,
    blank: { name: 'Name is required', description: 'Description is required' },
    price: {
      '': 'Price must be a positive number',
      '1e9': 'Price must be a positive number',
      '₹500': 'Price must be a positive number',
      '-1': 'Price cannot be negative',
    },
    quantity: {
      '': 'Quantity must be a positive number',
      x: 'Quantity must be a positive number',
      '-1': 'Quantity cannot be negative',
    },
  },
  crew: {
    kind: crewInventory,
    blank: { name: 'Name is required.', description: 'Description is required.' },
    price: { '': 'Price is required.', x: 'Price is required.', '-1': 'Price cannot be negative.' },
    quantity: {
      '': 'Quantity is required.',
      x: 'Quantity is required.',
      '-1': 'Quantity cannot be negative.',
    },
  },
  sets: {
    kind: setInventory,
    blank: {
      name: 'Name is required',
      description: 'Description is required',
      category: 'Category is required',
    },
    ...ALIKE,
  },
} satisfies Record<string, unknown>;

describe.each(Object.entries(KINDS))('the form of %s', (_, { kind, blank, price, quantity }) => {
  test('says what is missing', () => {
    expect(problems(kind, blankForm(kind))).toEqual(blank);
    expect(problems(kind, { ...complete(kind), name: ' \t' })).toEqual({ name: blank.name });
  });

  test('starts with the defaults', () => {
    expect(blankForm(kind)).toMatchObject({
      price: '0',
      quantity: '0',
      active: true,
      in_studio: kind === setInventory,
      image_1: '',
    });
  });

  test.each([
    ...Object.entries(price).map(([typed, message]) => ['price', typed, message] as const),
    ...Object.entries(quantity).map(([typed, message]) => ['quantity', typed, message] as const),
  ])('%s "%s": "%s"', (field, typed, message) => {
    const found = problems(kind, { ...complete(kind), [field]: typed });
    expect(found).toEqual(message === '' ? {} : { [field]: message });
  });

  test('refuses texts that are too long and links that are none', () => {
    const found = problems(kind, {
      ...complete(kind),
      name: 'x'.repeat(10_000),
      description: '🎬'.repeat(4001),
      image_1: 'javascript:alert(1)',
      image_2: `https://cdn.example.com/${'x'.repeat(2000)}`,
      image_3: 'cdn.example.com/chair.webp',
    });
    expect(found).toEqual({
      name: 'Name can have at most 120 characters',
      description: 'Description can have at most 4,000 characters',
      image_1: 'Enter a direct link that starts with https://',
      image_2: 'A link can have at most 2,000 characters',
      image_3: 'Enter a direct link that starts with https://',
    });
  });

  test('gives the row to write, and reads it back', () => {
    const form = { ...complete(kind), image_2: ' https://cdn.example.com/a.webp ', name: ' A\0b ' };
    const row = itemSchema(kind, everyList(kind)).parse(form);
    expect(row).toMatchObject({
      name: 'Ab',
      price: 99.5,
      quantity: 2,
      images: ['https://cdn.example.com/a.webp'],
    });
    const again = toForm(kind, { ...row, images: row['images'] as string[] });
    expect(again).toMatchObject({
      name: 'Ab',
      price: '99.5',
      image_1: 'https://cdn.example.com/a.webp',
    });
    expect(Object.keys(again)).toEqual(Object.keys(blankForm(kind)));
  });
});

test.each([
  ['0', 'Width must be greater than 0'],
  ['0.05', 'Width must be at least 0.1'],
  ['0.1', undefined],
  ['1000.5', 'Width can be at most 1,000'],
])('a backdrop %s ft wide: %s', (typed, message) => {
  const found = problems(backdropInventory, { ...complete(backdropInventory), width_feet: typed });
  expect(found['width_feet']).toBe(message);
});

test.each([
  [{ active: true, price: 0, quantity: 0 }, 'at ₹0 and with quantity 0'],
  [{ active: true, price: 0, quantity: 2 }, 'at ₹0'],
  [{ active: true, price: 5, quantity: 0 }, 'with quantity 0'],
  [{ active: true, price: 5, quantity: 2 }, null],
  [{ active: false, price: 0, quantity: 0 }, null],
])('publishing %j is confirmed: %s', (columns, doubt) => {
  expect(publishWarning(columns)).toBe(doubt);
});

test('a prop’s lists are asked for only where they have something', () => {
  const form = { ...complete(propInventory), brand_id: '', color_id: '', category_id: '' };
  expect(problems(propInventory, form, new Set(['color_id']))).toEqual({
    color_id: 'Color is required',
  });
});

test('none of a list is saved as null', () => {
  const form = { ...complete(gearInventory), gear_brand_id: '' };
  expect(itemSchema(gearInventory, everyList(gearInventory)).parse(form)).toMatchObject({
    gear_brand_id: null,
    gear_category_id: 'one',
  });
});

test.each([
  [propInventory, 'violates foreign key constraint "props_brand_id_fkey"', 'brand_id'],
  [gearInventory, 'violates foreign key constraint "gear_gear_brand_id_fkey"', 'gear_brand_id'],
  [propInventory, 'violates check constraint "props_price_range"', 'price'],
  [backdropInventory, 'violates check constraint "backdrops_length_range"', 'length_feet'],
  [gearInventory, 'violates check constraint "gear_depth_range"', 'depth_cm'],
  [setInventory, 'violates check constraint "sets_category_check"', 'category'],
  [crewInventory, 'violates check constraint "crews_images_check"', 'image_1'],
  [clothInventory, 'duplicate key value violates unique constraint "clothes_name_key"', 'name'],
  [clothInventory, 'duplicate key value violates unique constraint "clothes_slug_key"', undefined],
  [clothInventory, 'violates check constraint "props_price_range"', undefined],
  [clothInventory, 'permission denied for table clothes', undefined],
])('%#: a refusal is about a field, or none', (kind, message, field) => {
  expect(fieldRefusal(kind, message)?.field).toBe(field);
});

test('what somebody else changed, beside what was typed', () => {
  const before = complete(propInventory);
  const typed = { ...before, name: 'Mine', price: '5' };
  const theirs = { ...before, name: 'Theirs', price: '5', active: false };
  expect(mergeForms(propInventory, before, typed, theirs)).toEqual([
    { field: 'name', before: ' Chair ', theirs: 'Theirs', isYours: true },
    { field: 'price', before: '99.50', theirs: '5', isYours: false },
    { field: 'active', before: true, theirs: false, isYours: false },
  ]);
  expect(changedFields(propInventory, before, { ...before })).toEqual([]);
  expect(fieldLabel(propInventory, 'active')).toBe('Active');
  expect(fieldLabel(backdropInventory, 'length_feet')).toBe('Length');
  expect(fieldLabel(backdropInventory, 'color_id')).toBe('Color');
});
