import * as z from 'zod/mini';
import { count, optionalText, text } from '../shape.ts';
import {
  amountProblem,
  descriptionField,
  IMAGE_FIELDS,
  imageField,
  nameField,
  type AmountRule,
} from '../inventory/fields.ts';
import type { InventoryKind } from '../inventory/inventory-kind.ts';
import { fieldLabel } from '../inventory/item-form-values.ts';
import type { ImportFields } from './import-fields.ts';

/** A problem of a line, as reported by the database's check. */
export const importProblem = z.object({
  line: count,
  /** Field key. */
  field: text,
  problem: z.enum([
    'required',
    /** Not a number, or neither yes nor no. */
    'format',
    /** Not a value of the lookup. */
    'unknown',
    /** Violates a constraint of the table. */
    'check',
    /** `value` is the first line with the same item. */
    'same_line',
    /** `value` is the code of the existing item. */
    'same_item',
    /** No item has this code. */
    'no_item',
    /** `value` is the first line with the same code. */
    'same_code',
    /** Somebody changed the item after the check. */
    'changed_since',
    /** More values than the file has columns. */
    'cells',
    /** Fewer values than the file has columns. */
    'few_cells',
  ]),
  value: optionalText,
});
export type ImportProblem = z.output<typeof importProblem>;

/** Text of a problem, in the form's own messages where they exist. */
export function problemText(
  kind: InventoryKind,
  { field, problem, value }: ImportProblem,
  fields: ImportFields,
): string {
  switch (problem) {
    case 'same_line':
      return `Line ${value ?? ''} says the same item: name and all it is listed by are equal`;
    case 'same_item':
      return `This item is there already: ${value ?? ''}`;
    case 'no_item':
      return `There is no ${kind.texts.toggled} ${value ?? ''}. Leave its code empty to add a new one`;
    case 'same_code':
      return `Line ${value ?? ''} has the same code`;
    case 'changed_since':
      return `Somebody changed ${value ?? ''} after the check. Check the file again to see it`;
    case 'cells':
      return 'There are more values than columns; a value with the separator in it needs quotes';
    case 'few_cells':
      return 'There are fewer values than columns; an empty value needs its separator';
    case 'required':
      return requiredText(kind, field);
    case 'unknown':
      return `There is no ${importLabel(kind, field).toLowerCase()} “${value ?? ''}” in its list`;
    case 'format':
    case 'check':
      return valueText(kind, field, fields);
  }
}

/** Label of a field in the form. */
export function importLabel(kind: InventoryKind, key: string): string {
  if (key === 'code') return kind.texts.code;
  return kind.lookups.find((lookup) => lookup.key === key)?.label ?? fieldLabel(kind, key);
}

function amountRule({ messages, measures }: InventoryKind, key: string): AmountRule | undefined {
  if (key === 'price' || key === 'quantity') return messages[key];
  return measures.find(({ field }) => field === key)?.rule;
}

function requiredText(kind: InventoryKind, key: string): string {
  if (key === 'name' || key === 'description') return kind.messages[key];
  const lookup = kind.lookups.find((one) => one.key === key);
  if (lookup && 'required' in lookup.rule) return lookup.rule.required;
  return amountRule(kind, key)?.required ?? `${importLabel(kind, key)} is required`;
}

function valueText(kind: InventoryKind, key: string, fields: ImportFields): string {
  const value = fields[key] ?? '';
  const rule = amountRule(kind, key);
  const problem = rule ? amountProblem(value, rule) : textProblem(kind, key, fields);
  return problem ?? `${importLabel(kind, key)} cannot be “${value.slice(0, 60)}”`;
}

function textProblem(kind: InventoryKind, key: string, fields: ImportFields): string | null {
  if (key === 'in_studio' || key === 'active') return `${importLabel(kind, key)} must be yes or no`;
  if (key === 'name') return firstMessage(nameField(kind.messages.name), fields[key]);
  if (key === 'description') {
    return firstMessage(descriptionField(kind.messages.description), fields[key]);
  }
  // why: one constraint covers all pictures, so the database cannot name the field.
  if (key !== IMAGE_FIELDS[0]) return null;
  for (const image of IMAGE_FIELDS) {
    const message = firstMessage(imageField, fields[image] ?? '');
    if (message) return `${importLabel(kind, image)}: ${message}`;
  }
  return null;
}

function firstMessage(schema: z.ZodMiniType<string, string>, value: string | undefined) {
  return z.safeParse(schema, value ?? '').error?.issues[0]?.message ?? null;
}
