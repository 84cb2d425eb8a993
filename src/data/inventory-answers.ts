import * as z from 'zod/mini';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { ImportProblem } from '#domain/inventory-import/problem-text.ts';
import type { BatchItem, ItemBatch } from '#domain/inventory/item-log.ts';
import type { DashboardFigures } from './dashboard.ts';
import type { UndoneItems } from './inventory-bulk.ts';
import type { ImportChange, ImportCheck, SavedImport } from './inventory-import.ts';
import type { ExportedItem, InventoryItem, ListedItem } from './inventory.ts';
import type { LookupOption, LookupUse, LookupValue } from './lookups.ts';
import type { Answers } from './answer-call.ts';
import { listPage } from './list-answers.ts';
import type { Fields, Schema } from './answer-schema.ts';
import { channelState } from './channel-answers.ts';

const text = z.string();
const optionalText = z.nullable(text);
const count = z.number();
const values = z.record(text, z.unknown());

const itemFields = {
  id: text,
  name: text,
  price: z.number(),
  quantity: count,
  in_studio: z.boolean(),
  active: z.boolean(),
  images: z.array(text),
  updated_at: text,
};

/** The ids of changed rows of any table. */
export const ids = z.array(z.object({ id: text }));

/** Rows of a kind's table, with the columns that only this kind has. */
export const inventoryItems: Schema<InventoryItem[]> = z.array(z.looseObject(itemFields));

const exportedFields = { ...itemFields, code: text, names: z.record(text, optionalText) };

const exportedItem: Schema<ExportedItem> = z.looseObject(exportedFields);

const listedItem: Schema<ListedItem> = z.looseObject({
  ...exportedFields,
  free_today: z.nullable(count),
  next_reserved: optionalText,
  archived_at: optionalText,
});

/** Rows of a lookup's table, with its naming column as `label`. */
export const lookupOptions: Schema<LookupOption[]> = z.array(
  z.object({ id: text, slug: text, label: text } satisfies Fields<LookupOption>),
);

const lookupValue: Schema<LookupValue> = z.object({
  id: text,
  label: text,
  hex: optionalText,
  used: count,
} satisfies Fields<LookupValue>);

/** The details of a refusal to remove a lookup value that is in use. */
export const lookupUses: Schema<{ uses: LookupUse[] }> = z.object({
  uses: z.array(
    z.object({ plural: text, count, names: z.array(text) } satisfies Fields<LookupUse>),
  ),
});

const itemBatch: Schema<ItemBatch> = z.object({
  id: text,
  created_at: text,
  user_id: text,
  user_name: optionalText,
  what: z.enum(['change', 'import', 'undo', 'archive', 'restore']),
  change: z.nullable(values),
  changed: count,
  created: count,
  undone_at: optionalText,
} satisfies Fields<ItemBatch>);

/** Rows of `item_changes`. */
export const batchItems: Schema<BatchItem[]> = z.array(
  z.object({
    item_id: text,
    code: text,
    name: text,
    is_new: z.boolean(),
    was: values,
    became: values,
  } satisfies Fields<BatchItem>),
);

const undoneItems: Schema<UndoneItems> = z.object({
  restored: count,
  kept: count,
  items: z.array(z.object({ id: text, code: text, name: text })),
} satisfies Fields<UndoneItems>);

const importProblem: Schema<ImportProblem> = z.object({
  line: count,
  field: text,
  problem: z.enum([
    'required',
    'format',
    'unknown',
    'check',
    'same_line',
    'same_item',
    'no_item',
    'same_code',
    'changed_since',
    'cells',
  ]),
  value: optionalText,
} satisfies Fields<ImportProblem>);

const importChange: Schema<ImportChange> = z.object({
  line: count,
  code: text,
  name: text,
  was: values,
  became: values,
} satisfies Fields<ImportChange>);

/** The check of a staged file, also the details of a refused import. */
export const importCheck: Schema<ImportCheck> = z.object({
  lines: count,
  total: count,
  problems: z.array(importProblem),
  new: count,
  changed: count,
  unchanged: count,
  refused: count,
  changes: z.array(importChange),
} satisfies Fields<ImportCheck>);

const savedImport: Schema<SavedImport> = z.object({
  created: count,
  changed: count,
  unchanged: count,
} satisfies Fields<SavedImport>);

const kindFigures = z.object({ active: count, inactive: count, without_picture: count });

const dashboardFigures: Schema<DashboardFigures> = z.object({
  crm: z.nullable(
    z.object({
      pending_enquiries: count,
      unassigned_leads: count,
      leads_to_answer: count,
      orders_out: count,
      returns_due: count,
    } satisfies Fields<NonNullable<DashboardFigures['crm']>>),
  ),
  email: z.nullable(channelState),
  inventory: z.object({
    prop: kindFigures,
    cloth: kindFigures,
    backdrop: kindFigures,
    gear: kindFigures,
    set: kindFigures,
    crew: kindFigures,
  } satisfies Record<ItemKind, unknown>),
} satisfies Fields<DashboardFigures>);

/** Answers of the database functions of the dashboard and the inventory managers. */
export const INVENTORY_ANSWERS = {
  dashboard_figures: dashboardFigures,
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
