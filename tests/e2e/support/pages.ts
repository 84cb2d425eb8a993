import type { ItemTable } from './items.ts';

/** Every public page of the storefront; item pages are in {@link ITEM_PATHS}. */
export const PAGES = [
  '/',
  '/rent-props',
  '/rent-clothes',
  '/rent-backdrops',
  '/rent-gear',
  '/rent-sets-packages',
  '/free-props',
  '/crew-rental',
  '/search?q=red',
  '/projects',
  '/about',
  '/pricing',
  '/studio-policy',
  '/my-order',
  '/thank-you-for-enquiry',
];

/** The path of each kind's item pages, by its table; a slug follows. */
export const ITEM_PATHS: [table: ItemTable, path: string][] = [
  ['props', '/props/'],
  ['clothes', '/clothes/'],
  ['backdrops', '/backdrops/'],
  ['gear', '/gear/'],
  ['crews', '/crew/'],
  ['sets', '/rent-sets-packages/'],
];
