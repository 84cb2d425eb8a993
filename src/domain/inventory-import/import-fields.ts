import { IMAGE_FIELDS } from '../inventory/fields.ts';
import type { InventoryKind } from '../inventory/inventory-kind.ts';
import { fieldLabel } from '../inventory/item-form-values.ts';
import { oneLine } from '../one-line.ts';
import { plainNumber } from '../plain-number.ts';
import { plainText, plainYesNo } from './values.ts';

/** A field that a column can map to. */
export interface ImportField {
  /** Name in the database's import: a column or a lookup key. */
  key: string;
  /** Label in the form. */
  label: string;
  isRequired: boolean;
}

/** Values of a line by field key. */
export type ImportFields = Readonly<Record<string, string>>;

/** A line with its number in the file; the header is line 1. */
export type ImportLine = readonly [line: number, fields: ImportFields];

/** The field key for each column; '' for columns that are not imported. */
export type ColumnMapping = readonly string[];

/** Key of the item code. Lines with a code change that item, lines without create one. */
export const CODE = 'code';

/**
 * The importable fields of a kind: its code and the form's fields in form order.
 * @param listed fields of the lookups that have any values
 */
export function importFields(kind: InventoryKind, listed: ReadonlySet<string>): ImportField[] {
  const plain = (key: string, isRequired = false) => ({
    key,
    label: fieldLabel(kind, key),
    isRequired,
  });
  return [
    { key: CODE, label: kind.texts.code, isRequired: false },
    plain('name', true),
    plain('description', true),
    ...kind.lookups.map(({ key, label, field, rule }) => ({
      key,
      label,
      isRequired: 'required' in rule && (!rule.onlyIfListed || listed.has(field)),
    })),
    ...kind.measures.map(({ field, rule }) => plain(field, rule.required !== null)),
    plain('price', true),
    plain('quantity', true),
    plain('in_studio'),
    plain('active'),
    ...IMAGE_FIELDS.map((field) => plain(field)),
  ];
}

/** Header aliases, in lower case, letters and digits only. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  [CODE]: [
    'id',
    'sku',
    'itemcode',
    'itemid',
    'propid',
    'clothid',
    'backdropid',
    'gearid',
    'crewid',
    'setid',
  ],
  name: ['title', 'item', 'itemname', 'product', 'productname'],
  description: ['details', 'desc', 'about'],
  price: [
    'priceinr',
    'pricers',
    'priceperday',
    'rate',
    'rent',
    'rental',
    'perday',
    'dayrate',
    'cost',
  ],
  quantity: ['qty', 'count', 'stock', 'pieces', 'pcs', 'nos', 'units'],
  in_studio: ['studio', 'studioonly', 'instudioonly'],
  active: ['enabled', 'published', 'visible'],
  image_1: ['image', 'image1', 'imageurl', 'picture', 'picture1', 'photo', 'photo1'],
  image_2: ['image2', 'picture2', 'photo2'],
  image_3: ['image3', 'picture3', 'photo3'],
  length_feet: ['length', 'lengthft', 'lengthinfeet'],
  width_feet: ['width', 'widthft', 'widthinfeet'],
  width_cm: ['width', 'w', 'widthincm'],
  depth_cm: ['depth', 'd', 'depthincm'],
  height_cm: ['height', 'h', 'heightincm'],
  brand: ['make', 'manufacturer', 'label'],
  colour: ['color', 'colours', 'colors'],
  category: ['type', 'kind', 'group'],
  size: ['sizes', 'sizevalue'],
  material: ['fabric', 'materials'],
  gender: ['sex'],
};

const bare = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

/** Maps columns to fields by header; the first match wins, each field once. */
export function guessMapping(
  fields: readonly ImportField[],
  heads: readonly string[],
): ColumnMapping {
  const taken = new Set<string>();
  return heads.map((head) => {
    const word = bare(head);
    const field = fields.find(
      ({ key, label }) =>
        !taken.has(key) &&
        (word === bare(key) || word === bare(label) || WORDS[key]?.includes(word)),
    );
    if (field) taken.add(field.key);
    return field?.key ?? '';
  });
}

/** Required fields that no column maps to. */
export function unmappedFields(
  fields: readonly ImportField[],
  mapping: ColumnMapping,
): ImportField[] {
  return fields.filter(({ key, isRequired }) => isRequired && !mapping.includes(key));
}

/**
 * Values of a line by field, with numbers and yes/no in the database's format. For lines with a code
 * empty cells are included and clear the field; for new items they are omitted and default.
 */
export function toImportFields(
  kind: InventoryKind,
  mapping: ColumnMapping,
  cells: readonly string[],
): ImportFields {
  const numbers = new Set(['price', 'quantity', ...kind.measures.map(({ field }) => field)]);
  const text = (at: number) => plainText(cells[at] ?? '');
  const hasCode = mapping.some((key, at) => key === CODE && text(at) !== '');
  const fields: Record<string, string> = {};
  for (const [at, key] of mapping.entries()) {
    if (!key) continue;
    const value = key === 'description' ? text(at) : oneLine(text(at));
    if (value === '' || isNone(kind, key, value)) {
      if (hasCode) fields[key] = '';
    } else if (numbers.has(key)) {
      fields[key] = plainNumber(value);
    } else {
      fields[key] = key === 'in_studio' || key === 'active' ? plainYesNo(value) : value;
    }
  }
  return fields;
}

/** Whether a text is the form's label for no selection. */
function isNone({ lookups }: InventoryKind, key: string, text: string): boolean {
  const lookup = lookups.find((one) => one.key === key);
  return lookup !== undefined && 'none' in lookup.rule && bare(text) === bare(lookup.rule.none);
}
