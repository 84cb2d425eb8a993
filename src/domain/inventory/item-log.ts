import { formatPrice } from '../money.ts';
import type { InventoryKind } from './inventory-kind.ts';
import { fieldLabel } from './item-form-values.ts';

/** Values of an item by the columns of its table. */
export type ItemValues = Readonly<Record<string, unknown>>;

/** A change of many items at once, as the log keeps it. */
export interface ItemBatch {
  id: string;
  /** ISO 8601 */
  created_at: string;
  user_id: string;
  user_name: string | null;
  what: 'change' | 'import' | 'undo';
  /** Of a change: the values that all of its items got. */
  change: ItemValues | null;
  /** How many items got other values, and how many are new. */
  changed: number;
  created: number;
  /** Null while it was not undone. */
  undone_at: string | null;
}

/** An item of a batch with its old and new values. */
export interface BatchItem {
  item_id: string;
  code: string;
  name: string;
  is_new: boolean;
  was: ItemValues;
  became: ItemValues;
}

/** Names what a lookup's id stands for; undefined for one that is not in its list. */
export type LookupLabel = (field: string, id: string) => string | undefined;

/** A value of an item as staff read it: `₹250`, `yes`, `Chairs`, `none`, `2 pictures`. */
export function valueText(field: string, value: unknown, label: LookupLabel): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return field === 'price' ? formatPrice(value) : String(value);
  if (Array.isArray(value)) {
    return value.length === 1 ? '1 picture' : `${value.length || 'no'} pictures`;
  }
  if (typeof value !== 'string' || value === '') return 'none';
  return label(field, value) ?? (UUID.test(value) ? 'a value no longer listed' : clipped(value));
}

/** why: a description may have thousands of characters, and a list needs its beginning only. */
const MOST_SHOWN = 120;
const clipped = (text: string) =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).trimEnd()}…` : text;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A changed field of an item: its name, and its values before and after. */
export interface ValueChange {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** The changed fields of an item in words, in the form's order where they have one. */
export function valueChanges(
  kind: InventoryKind,
  was: ItemValues,
  became: ItemValues,
  label: LookupLabel,
): ValueChange[] {
  return Object.keys(became).map((field) => {
    const [before, after] = [was[field], became[field]].map((value) =>
      valueText(field, value, label),
    );
    return {
      field,
      label: fieldLabel(kind, field),
      before: before ?? '',
      // why: pictures are told by their number, and one may have taken another's place.
      after: before === after ? `${after} (others)` : (after ?? ''),
    };
  });
}

/** What a batch did, in words without its number of items: 'Price set to ₹250'. */
export function batchText(kind: InventoryKind, batch: ItemBatch, label: LookupLabel): string {
  if (batch.what === 'undo') return 'Undone';
  if (batch.what === 'import') return 'Imported from a file';
  return changeText(kind, batch.change ?? {}, label);
}

/** What a change does, in words: 'Active set to no'. */
export function changeText(kind: InventoryKind, change: ItemValues, label: LookupLabel): string {
  return Object.entries(change)
    .map(([field, value]) => `${fieldLabel(kind, field)} set to ${valueText(field, value, label)}`)
    .join(', ');
}
