import type { InventoryKind, InventoryLookup, LookupSource } from '../inventory/inventory-kind.ts';
import { backdropInventory } from '../inventory/kinds/backdrop.ts';
import { clothInventory } from '../inventory/kinds/cloth.ts';
import { crewInventory } from '../inventory/kinds/crew.ts';
import { gearInventory } from '../inventory/kinds/gear.ts';
import { propInventory } from '../inventory/kinds/prop.ts';

/** A value that a new studio may add to a lookup. */
export interface StarterValue {
  label: string;
  /** Swatch of a colour; null for many colours. */
  hex?: string | null;
}

/** A lookup with values that most studios need. */
export interface StarterList {
  title: string;
  source: LookupSource;
  /** Normalises a new value. */
  spelling: (typed: string) => string;
  values: readonly StarterValue[];
}

const plain = (...labels: string[]): StarterValue[] => labels.map((label) => ({ label }));

function starter(
  { lookups }: InventoryKind,
  key: InventoryLookup['key'],
  title: string,
  values: readonly StarterValue[],
): StarterList {
  const lookup = lookups.find((one) => one.key === key);
  if (!lookup || !('table' in lookup.source)) throw new Error(`No list ${key}.`);
  const { source, spelling = (typed) => typed } = lookup;
  return { title, source, spelling, values };
}

/** The lists of the set-up, in order: what sidebars and filters of the catalogues show. */
export const STARTER_LISTS: readonly StarterList[] = [
  starter(
    propInventory,
    'category',
    'Props: categories',
    plain(
      'Seating',
      'Tables',
      'Storage & Shelves',
      'Lighting',
      'Decor',
      'Textiles',
      'Kitchen & Dining',
      'Frames & Art',
      'Plants & Florals',
    ),
  ),
  starter(
    clothInventory,
    'category',
    'Clothes: categories',
    plain('Ethnic Wear', 'Western Wear', 'Formal Wear', 'Outerwear', 'Footwear', 'Accessories'),
  ),
  starter(
    clothInventory,
    'size',
    'Clothes: sizes',
    plain('XS', 'S', 'M', 'L', 'XL', 'XXL', 'Free Size'),
  ),
  starter(
    backdropInventory,
    'material',
    'Backdrops: materials',
    plain('Seamless Paper', 'Muslin', 'Canvas', 'Vinyl', 'Velvet', 'Wood'),
  ),
  starter(
    backdropInventory,
    'size',
    'Backdrops: sizes',
    plain('5 × 7 ft', '6 × 9 ft', '8 × 10 ft', '9 × 12 ft', '10 × 20 ft'),
  ),
  starter(
    gearInventory,
    'category',
    'Gear: categories',
    plain('Cameras', 'Lenses', 'Lights', 'Light Shaping', 'Supports & Grip', 'Audio', 'Power'),
  ),
  starter(
    crewInventory,
    'category',
    'Crew: roles',
    plain(
      'Photographer',
      'Cinematographer',
      'Makeup Artist',
      'Hair Stylist',
      'Gaffer',
      'Studio Assistant',
    ),
  ),
  starter(propInventory, 'colour', 'Colours of props, clothes and backdrops', [
    { label: 'Black', hex: '#33302f' },
    { label: 'White', hex: '#f3f0e9' },
    { label: 'Grey', hex: '#9b9a97' },
    { label: 'Beige', hex: '#d8c6a7' },
    { label: 'Brown', hex: '#8b5c3c' },
    { label: 'Red', hex: '#c5372c' },
    { label: 'Orange', hex: '#e08a3c' },
    { label: 'Yellow', hex: '#efc944' },
    { label: 'Green', hex: '#3d7c58' },
    { label: 'Blue', hex: '#3565b5' },
    { label: 'Purple', hex: '#704b9d' },
    { label: 'Pink', hex: '#e49bae' },
    { label: 'Gold', hex: '#caa24a' },
    { label: 'Silver', hex: '#bfc3c7' },
    { label: 'Multicolour', hex: null },
  ]),
];
