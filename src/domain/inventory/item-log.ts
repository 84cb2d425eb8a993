import * as z from 'zod/mini';
import { count, optionalText, text } from '../shape.ts';
import { formatPrice } from '../money.ts';
import type { InventoryKind } from './inventory-kind.ts';
import { fieldLabel } from './item-form-values.ts';

/** Values of an item by column. */
export const itemValues = z.record(text, z.unknown());
export type ItemValues = Readonly<z.output<typeof itemValues>>;

/** A bulk change, import, undo, archiving or restoring in the change log. */
export const itemBatch = z.object({
  id: text,
  /** ISO 8601 */
  created_at: text,
  user_id: text,
  user_name: optionalText,
  what: z.enum(['change', 'import', 'undo', 'archive', 'restore']),
  /** For a change: the values set on all items. */
  change: z.nullable(itemValues),
  /** Number of changed items, and of created ones. */
  changed: count,
  created: count,
  /** Null if not undone. */
  undone_at: optionalText,
});
export type ItemBatch = z.output<typeof itemBatch>;

/** An item of a batch with its old and new values. */
export const batchItem = z.object({
  item_id: text,
  code: text,
  name: text,
  is_new: z.boolean(),
  was: itemValues,
  became: itemValues,
});
export type BatchItem = z.output<typeof batchItem>;

/** Returns the label of a lookup id; undefined if it is not listed. */
export type LookupLabel = (field: string, id: string) => string | undefined;

/** Display text of a value: `₹250`, `yes`, `Chairs`, `none`, `2 pictures`. */
export function valueText(field: string, value: unknown, label: LookupLabel): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return field === 'price' ? formatPrice(value) : String(value);
  if (Array.isArray(value)) {
    return value.length === 1 ? '1 picture' : `${value.length || 'no'} pictures`;
  }
  if (typeof value !== 'string' || value === '') return 'none';
  return label(field, value) ?? (UUID.test(value) ? 'a value no longer listed' : clipped(value));
}

/** why: descriptions have up to 4,000 characters; the log shows their beginning. */
const MOST_SHOWN = 120;
const clipped = (text: string) =>
  text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN).trimEnd()}…` : text;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A changed field with its label and both values. */
export interface ValueChange {
  field: string;
  label: string;
  before: string;
  after: string;
}

/** The changed fields of an item with display texts. */
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
      // why: pictures are shown as a count, which would hide a replaced one.
      after: before === after ? `${after} (others)` : (after ?? ''),
    };
  });
}

/** True for batches that can be undone; archived items are restored from their list instead. */
export function isUndoable({ what }: Pick<ItemBatch, 'what'>): boolean {
  return what !== 'archive' && what !== 'restore';
}

/** Summary of a batch, without the number of items: 'Price set to ₹250'. */
export function batchText(kind: InventoryKind, batch: ItemBatch, label: LookupLabel): string {
  if (batch.what === 'undo') return 'Undone';
  if (batch.what === 'import') return 'Imported from a file';
  if (batch.what === 'archive') return 'Archived';
  if (batch.what === 'restore') return 'Restored from the archive';
  return changeText(kind, batch.change ?? {}, label);
}

/** Summary of a change: 'Active set to no'. */
export function changeText(kind: InventoryKind, change: ItemValues, label: LookupLabel): string {
  return Object.entries(change)
    .map(([field, value]) => `${fieldLabel(kind, field)} set to ${valueText(field, value, label)}`)
    .join(', ');
}
