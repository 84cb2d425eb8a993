import { areaText, sidesText } from '../../area.ts';
import { hideGeneric, type ItemDetails, type ItemFact, type ItemKind } from './kind.ts';

/** The lookup names of an item's row, by key; null without a value. */
interface Named<Key extends string> {
  names: Record<Key, string | null>;
}

interface Sides {
  width_cm: number | null;
  depth_cm: number | null;
  height_cm: number | null;
}

interface BackdropRow extends Named<'material' | 'size' | 'colour'> {
  length_feet: number;
  width_feet: number;
}

interface CrewRow extends Named<'category'> {
  seniority: string | null;
}

/**
 * Derives the details of an item's page from its kind's own columns and the names of its lookups.
 * why not in the descriptors: those are in every visitor's first load.
 */
export const DETAILS = {
  prop: ({ names, ...sides }: Named<'brand' | 'category' | 'colour'> & Sides) => ({
    title: 'Rent Props',
    badge: hideGeneric(names.brand),
    facts: factsOf({
      Category: names.category,
      Colour: names.colour,
      Size: sizeOf(sides),
    }),
  }),
  cloth: ({ names }: Named<'brand' | 'category' | 'size' | 'gender' | 'colour'>) => ({
    title: 'Rent Clothes',
    // why not hidden: item pages hide a generic brand of props and gear only
    // (docs/product/storefront.md).
    badge: names.brand,
    facts: factsOf({
      Category: names.category,
      Size: names.size,
      Gender: names.gender,
      Colour: names.colour,
    }),
  }),
  backdrop: ({ names, length_feet, width_feet }: BackdropRow) => {
    const area = areaText(length_feet, width_feet);
    return {
      title: 'Rent Backdrops',
      badge: names.material,
      facts: factsOf({
        Material: names.material,
        Size: names.size,
        'Length × width': area === names.size ? null : area,
        Colour: names.colour,
      }),
    };
  },
  gear: ({ names, ...sides }: Named<'brand' | 'category'> & Sides) => {
    const brand = hideGeneric(names.brand);
    return {
      title: 'Rent Gear',
      badge: brand,
      facts: factsOf({ Category: names.category, Brand: brand, Size: sizeOf(sides) }),
    };
  },
  set: ({ names: { category } }: { names: { category: 'Package' | 'Set' } }) => ({
    title: `Rent ${category}`,
    badge: category,
    facts: factsOf({ Category: category }),
  }),
  crew: ({ names, seniority }: CrewRow) => {
    const category = hideGeneric(names.category);
    return {
      title: 'Hire Crew',
      badge: category,
      facts: factsOf({ Craft: category, Seniority: seniority }),
    };
  },
} as const satisfies Record<ItemKind, (row: never) => ItemDetails>;

const sizeOf = ({ width_cm: W, depth_cm: D, height_cm: H }: Sides) => sidesText({ W, D, H });

/** The facts that have a value. */
function factsOf(values: Record<string, string | null | undefined>): ItemFact[] {
  return Object.entries(values).flatMap(([label, value]) => (value ? [{ label, value }] : []));
}
