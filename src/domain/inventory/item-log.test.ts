import { describe, expect, it } from 'vitest';
import { batchText, changeText, valueChanges, valueText, type ItemBatch } from './item-log.ts';
import { propInventory } from './kinds/prop.ts';

const CHAIRS = '00000000-0000-4000-8000-000000000009';
const label = (field: string, id: string) =>
  field === 'category_id' && id === CHAIRS ? 'Chairs' : undefined;

describe('a logged value', () => {
  it.each([
    ['active', false, 'no'],
    ['price', 1250.5, '₹1,250.50'],
    ['quantity', 3, '3'],
    ['category_id', CHAIRS, 'Chairs'],
    ['category_id', CHAIRS.replace('9', '8'), 'a value no longer listed'],
    ['category_id', null, 'none'],
    ['name', 'Wing chair', 'Wing chair'],
    ['description', '', 'none'],
    ['description', 'x'.repeat(200), `${'x'.repeat(120)}…`],
    ['images', [], 'no pictures'],
    ['images', ['/a.jpg'], '1 picture'],
    ['images', ['/a.jpg', '/b.jpg'], '2 pictures'],
  ])('%s: %j reads %s', (field, value, text) => {
    expect(valueText(field, value, label)).toBe(text);
  });
});

describe('a logged change', () => {
  it('labels fields as the form does, with old and new values', () => {
    expect(
      valueChanges(
        propInventory,
        { price: 300, category_id: null, images: ['/a.jpg'] },
        { price: 250, category_id: CHAIRS, images: ['/b.jpg'] },
        label,
      ),
    ).toEqual([
      { field: 'price', label: 'Price', before: '₹300', after: '₹250' },
      { field: 'category_id', label: 'Category', before: 'none', after: 'Chairs' },
      { field: 'images', label: 'Pictures', before: '1 picture', after: '1 picture (others)' },
    ]);
  });

  it('has a summary', () => {
    const batch: ItemBatch = {
      id: CHAIRS,
      created_at: '2026-11-22T06:00:00Z',
      user_id: CHAIRS,
      user_name: null,
      what: 'change',
      change: { active: false, category_id: CHAIRS },
      changed: 2,
      created: 0,
      undone_at: null,
    };
    const told = 'Active set to no, Category set to Chairs';
    expect(batchText(propInventory, batch, label)).toBe(told);
    expect(changeText(propInventory, { active: false, category_id: CHAIRS }, label)).toBe(told);
    expect(batchText(propInventory, { ...batch, what: 'import', change: null }, label)).toBe(
      'Imported from a file',
    );
  });
});
