import * as z from 'zod/mini';
import {
  amount,
  descriptionField,
  IMAGE_FIELDS,
  imageField,
  lookupField,
  nameField,
} from './fields.ts';
import type {
  InventoryKind,
  InventoryLookup,
  ItemColumns,
  ItemFormValues,
} from './inventory-kind.ts';

/** An item's row. */
export type ItemRow = Readonly<Record<string, unknown>> & { images: readonly string[] };

/** Form values of a new item. */
export function blankForm(kind: InventoryKind): ItemFormValues {
  const empty = [...kind.lookups, ...kind.measures].map(({ field }) => [field, '']);
  return {
    name: '',
    description: '',
    ...Object.fromEntries(empty),
    price: '0',
    quantity: '0',
    in_studio: kind.startsInStudio,
    active: true,
    ...Object.fromEntries(IMAGE_FIELDS.map((field) => [field, ''])),
  };
}

/** Form values of an item's row. */
export function toForm(kind: InventoryKind, row: ItemRow): ItemFormValues {
  const images = Object.fromEntries(IMAGE_FIELDS.map((field, at) => [field, row.images[at] ?? '']));
  const form: ItemFormValues = {};
  for (const [field, blank] of Object.entries(blankForm(kind))) {
    const value = row[field];
    form[field] = typeof blank === 'boolean' ? value === true : asText(value);
  }
  return { ...form, ...images };
}

const asText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/**
 * Schema of an item form with the kind's messages; outputs the row to write.
 * @param listed fields of the lookups that have any values
 */
export function itemSchema(
  kind: InventoryKind,
  listed: ReadonlySet<string>,
): z.ZodMiniType<ItemColumns, ItemFormValues> {
  const { messages } = kind;
  // why the annotation: the fields come from the descriptor, so their types cannot be inferred.
  const fields: z.ZodMiniType<ItemColumns, ItemFormValues> = z.object({
    name: nameField(messages.name),
    description: descriptionField(messages.description),
    ...Object.fromEntries(
      kind.lookups.map((lookup) => [lookup.field, lookupField(requiredMessage(lookup, listed))]),
    ),
    ...Object.fromEntries(kind.measures.map(({ field, rule }) => [field, amount(rule)])),
    price: amount(messages.price),
    quantity: amount(messages.quantity),
    in_studio: z.boolean(),
    active: z.boolean(),
    ...Object.fromEntries(IMAGE_FIELDS.map((field) => [field, imageField])),
  });
  return z.pipe(fields, z.transform(withImages));
}

function requiredMessage({ field, rule }: InventoryLookup, listed: ReadonlySet<string>) {
  if ('none' in rule) return null;
  return rule.onlyIfListed && !listed.has(field) ? null : rule.required;
}

/** Collects the picture URLs into one list, without blanks. */
function withImages(columns: ItemColumns): ItemColumns {
  const row = { ...columns };
  const images = IMAGE_FIELDS.map((field) => row[field]).filter(Boolean);
  for (const field of IMAGE_FIELDS) delete row[field];
  return { ...row, images };
}

/**
 * The values to confirm before a new item is published: `at ₹0`, `with quantity 0`; null for nothing.
 * @param columns the row to write
 */
export function publishWarning({ active, price, quantity }: ItemColumns): string | null {
  if (active !== true) return null;
  const warnings = [price === 0 && 'at ₹0', quantity === 0 && 'with quantity 0'].filter(Boolean);
  return warnings.join(' and ') || null;
}

/** A database refusal, as an error of one field. */
export interface FieldRefusal {
  field: string;
  message: string;
}

/**
 * The field of a database refusal, from the constraint name: `props_price_range` is the price. Null if
 * it belongs to no field.
 */
export function fieldRefusal(kind: InventoryKind, message: string): FieldRefusal | null {
  const constraint = /constraint "([^"]+)"/.exec(message)?.[1];
  if (!constraint?.startsWith(`${kind.table}_`)) return null;
  const rest = constraint.slice(kind.table.length + 1);
  const lookup = kind.lookups.find(({ field }) => rest === `${field}_fkey`);
  if (lookup) {
    const label = lookup.label.toLowerCase();
    return { field: lookup.field, message: `This ${label} is no longer there. Choose another.` };
  }
  if (rest.startsWith('images_')) {
    return { field: IMAGE_FIELDS[0], message: 'One of the links is not accepted' };
  }
  const field =
    kind.constraintFields?.[constraint] ??
    Object.keys(blankForm(kind)).find((name) => rest.startsWith(`${name}_`));
  if (!field) return null;
  return {
    field,
    message: rest.endsWith('_key')
      ? 'Another item has this already'
      : 'The database does not accept this value',
  };
}

/** Fields with different values, in form order. */
export function changedFields(
  kind: InventoryKind,
  before: ItemFormValues,
  after: ItemFormValues,
): string[] {
  return Object.keys(blankForm(kind)).filter((field) => before[field] !== after[field]);
}

/** A field with a concurrent edit. */
export interface FormChange {
  field: string;
  before: string | boolean;
  theirs: string | boolean;
  /** Edited here too, to another value. */
  isYours: boolean;
}

/**
 * Concurrent edits of an item, compared with the edits in the form.
 * @param before form values when editing began
 * @param typed current form values
 * @param theirs form values of the item as now saved
 */
export function mergeForms(
  kind: InventoryKind,
  before: ItemFormValues,
  typed: ItemFormValues,
  theirs: ItemFormValues,
): FormChange[] {
  return changedFields(kind, before, theirs).map((field) => ({
    field,
    before: before[field] ?? '',
    theirs: theirs[field] ?? '',
    isYours: typed[field] !== before[field] && typed[field] !== theirs[field],
  }));
}

const LABELS: Readonly<Record<string, string>> = {
  name: 'Name',
  description: 'Description',
  price: 'Price',
  quantity: 'Quantity',
  in_studio: 'In studio',
  active: 'Active',
  images: 'Pictures',
  image_1: 'Image URL 1',
  image_2: 'Image URL 2',
  image_3: 'Image URL 3',
};

/** Label of a field in the form. */
export function fieldLabel(kind: InventoryKind, field: string): string {
  const lookup = kind.lookups.find((one) => one.field === field);
  const measure = kind.measures.find((one) => one.field === field);
  return lookup?.label ?? measure?.rule.label ?? LABELS[field] ?? field;
}
