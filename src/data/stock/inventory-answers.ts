import * as z from 'zod/mini';
import { count, optionalCount, optionalDate, optionalText, rupees, text } from '#domain/shape.ts';
import { importProblem } from '#domain/inventory-import/problem-text.ts';
import { itemBatch, batchItem, itemValues } from '#domain/inventory/item-log.ts';
import type { Answers } from '../core/answer-call.ts';
import { listPage } from '../core/list-answers.ts';

/** An item as staff see it: its whole row; typed are the columns of every kind. Prices in rupees per day. */
const inventoryItem = z.looseObject({
  id: text,
  name: text,
  price: rupees,
  quantity: count,
  in_studio: z.boolean(),
  active: z.boolean(),
  images: z.array(text),
  updated_at: text,
});
export type InventoryItem = Readonly<z.output<typeof inventoryItem>>;

/** An item of a manager's list as it is exported. */
const exportedItem = z.looseObject({
  ...inventoryItem.shape,
  /** PRP-00012 */
  code: text,
  /** Names of its lookup values, by lookup. */
  names: z.record(text, optionalText),
});
export type ExportedItem = Readonly<z.output<typeof exportedItem>>;

/** An item in an inventory manager's list. */
const listedItem = z.looseObject({
  ...exportedItem.shape,
  /** Pieces free today; null where they are not counted. */
  free_today: optionalCount,
  /** The first day from tomorrow on with a rental or hold; null for none. */
  next_reserved: optionalDate,
  /** When it was archived; null if it is not. ISO 8601. */
  archived_at: optionalText,
});
export type ListedItem = Readonly<z.output<typeof listedItem>>;

/**
 * Extent to which a change was undone. `kept` items were changed since and stay; `items` are the first 20.
 */
const undoneItems = z.object({
  restored: count,
  kept: count,
  items: z.array(z.object({ id: text, code: text, name: text })),
});
export type UndoneItems = z.output<typeof undoneItems>;

/** A line that changes an item, with old and new values by column. */
const importChange = z.object({
  line: count,
  code: text,
  name: text,
  was: itemValues,
  became: itemValues,
});
export type ImportChange = z.output<typeof importChange>;

/** The result of checking a staged file. */
export const importCheck = z.object({
  lines: count,
  /** The number of all problems; `problems` holds the first 1,000. */
  total: count,
  problems: z.array(importProblem),
  /** Number of lines that would create an item, change one, change nothing, or cannot be imported. */
  new: count,
  changed: count,
  unchanged: count,
  /** Changed lines that set price or quantity to 0 and do not take the item off the site. */
  zeroed: count,
  refused: count,
  /** The first 1,000 changed lines. */
  changes: z.array(importChange),
});
export type ImportCheck = z.output<typeof importCheck>;

/** Number of items that a saved file created, changed and left unchanged. */
const savedImport = z.object({
  created: count,
  changed: count,
  unchanged: count,
});
export type SavedImport = z.output<typeof savedImport>;

/** One value that an item can refer to. */
const lookupOption = z.object({
  id: text,
  slug: text,
  label: text,
});
export type LookupOption = z.output<typeof lookupOption>;

/** One value of a lookup, as the lookup editor shows it. */
const lookupValue = z.object({
  id: text,
  label: text,
  /** The swatch as a CSS colour, `#c0392b`; null without one or for mixed colours. */
  hex: optionalText,
  /** Number of items of all kinds that use it. */
  used: count,
});
export type LookupValue = z.output<typeof lookupValue>;

/** A kind whose items use a value. */
const lookupUse = z.object({
  /** 'Props' */
  plural: text,
  count,
  /** The first three. */
  names: z.array(text),
});
export type LookupUse = z.output<typeof lookupUse>;

/** The ids of changed rows of any table. */
export const ids = z.array(z.object({ id: text }));

/** Rows of a kind's table, with the columns that only this kind has. */
export const inventoryItems = z.array(inventoryItem);

/** Rows of a lookup's table, with its naming column as `label`. */
export const lookupOptions = z.array(lookupOption);

/** The details of a refusal to remove a lookup value that is in use. */
export const lookupUses = z.object({
  uses: z.array(lookupUse),
});

/** Rows of `item_changes`. */
export const batchItems = z.array(batchItem);

/** Answers of the database functions of the inventory managers. */
export const INVENTORY_ANSWERS = {
  search_inventory: listPage(listedItem),
  export_inventory: listPage(exportedItem),
  matching_items: z.array(text),
  change_items: z.object({ changed: count }),
  archive_items: z.object({ changed: count }),
  undo_items: undoneItems,
  item_log: z.array(itemBatch),
  lookup_values: z.array(lookupValue),
  remove_lookup_value: z.boolean(),
  stage_import: count,
  check_import: importCheck,
  apply_import: savedImport,
  drop_import: z.null(),
} satisfies Answers;
