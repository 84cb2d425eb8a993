import { expect, test } from 'vitest';
import {
  changeInventory,
  clearInventory,
  inventoryFilters,
  readInventorySearch,
} from './inventory-search.ts';
import { backdropInventory } from './kinds/backdrop.ts';
import { propInventory } from './kinds/prop.ts';

const everything = {
  q: 'lamp',
  sort: '-price',
  page: 3,
  active: 'no',
  in_studio: 'yes',
  pictures: 'no',
  category: 'office',
  brand: 'old-monsoon',
  view: 'grid',
  edit: 'PRP-00012',
  part: 'calendar',
};

test('reads what a kind knows and leaves out the rest', () => {
  expect(readInventorySearch(propInventory, everything)).toEqual(everything);
  expect(readInventorySearch(backdropInventory, everything)).not.toHaveProperty('brand');
  const odd = { q: 5, sort: 'brand', page: -1, active: 'true', view: 'list', edit: {}, brand: [] };
  expect(readInventorySearch(propInventory, odd)).toEqual({});
  expect(readInventorySearch(propInventory, { part: 'calendar' })).toEqual({});
});

test('a change starts at the first page with nothing open', () => {
  const search = readInventorySearch(propInventory, everything);
  const { page: _page, edit: _edit, part: _part, active: _active, ...rest } = everything;
  expect(changeInventory(propInventory, search, { active: undefined })).toEqual(rest);
  expect(clearInventory(search)).toEqual({ view: 'grid' });
  expect(inventoryFilters(propInventory, search)).toEqual({
    active: false,
    in_studio: true,
    pictures: false,
    category: 'office',
    brand: 'old-monsoon',
  });
});
