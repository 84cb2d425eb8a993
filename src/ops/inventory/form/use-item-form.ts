import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import type { InventoryItem } from '#data/inventory.ts';
import type {
  InventoryKind,
  ItemColumns,
  ItemFormValues,
} from '#domain/inventory/inventory-kind.ts';
import {
  blankForm,
  changedFields,
  itemSchema,
  toForm,
} from '#domain/inventory/item-form-values.ts';
import { NEW_ITEM } from '#domain/inventory/inventory-search.ts';
import { randomUuid } from '#domain/uuid.ts';
import { useDraft } from '../../shell/drafts.ts';

/** What is kept of a form that is not saved yet. */
export interface ItemDraft {
  values: ItemFormValues;
  /** The item as it was when the typing began. */
  base: InventoryItem | null;
  /** The id that a new item will have. */
  newId: string;
  /** Code of the item that a new one begins as a copy of. */
  copyOf?: string;
}

/**
 * An item's form: its fields as typed, kept in this tab until they are saved or given up, and
 * checked when the kind says so.
 * @param item null for a new one
 * @param listed fields of the lookups that have something to choose from
 */
export function useItemForm(
  kind: InventoryKind,
  item: InventoryItem | null,
  listed: ReadonlySet<string>,
) {
  const code = item ? String(item[kind.codeColumn]) : NEW_ITEM;
  const [draft, keepDraft] = useDraft<ItemDraft>(`${kind.kind}:${code}`);
  const [base, setBase] = useState(draft ? draft.base : item);
  const newId = useRef(draft?.newId ?? randomUuid());
  const saved = base ? toForm(kind, base) : blankForm(kind);
  const [first] = useState(draft?.values ?? saved);
  const [restored, setRestored] = useState(draft);
  const form = useForm<ItemFormValues, unknown, ItemColumns>({
    resolver: seeingNoNumbers(zodResolver(itemSchema(kind, listed))),
    defaultValues: first,
    mode: kind.checks,
    reValidateMode: kind.checks === 'onBlur' ? 'onBlur' : 'onChange',
  });
  const differs = (values: ItemFormValues) => changedFields(kind, saved, values).length > 0;
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        keepDraft(differs(values) ? { values, base, newId: newId.current } : null),
    }),
  );
  const forget = () => {
    keepDraft(null);
    setRestored(null);
    newId.current = randomUuid();
  };
  return {
    form,
    /** The draft that the form began with; null without one. */
    restored,
    /** Gives up what was typed: the form is that of the item, or blank. */
    discard: () => {
      setBase(item);
      form.reset(item ? toForm(kind, item) : blankForm(kind));
      forget();
    },
    /** The item as it was when the typing began, or as it was shown since; null for a new one. */
    base,
    /** The same as the form shows it. */
    saved,
    setBase,
    isChanged: () => differs(form.getValues()),
    /** The id under which a new item is created, again after a lost answer; another once it is saved. */
    newId: () => newId.current,
    forget,
  };
}

/** No number can be read from it. */
const NO_NUMBER = '?';

/** why: a number field in which something else stands is empty to the page; the rules must tell. */
function seeingNoNumbers(
  resolver: Resolver<ItemFormValues, unknown, ItemColumns>,
): Resolver<ItemFormValues, unknown, ItemColumns> {
  return (values, context, options) => {
    const seen = { ...values };
    for (const [name, { ref }] of Object.entries(options.fields)) {
      if (ref instanceof HTMLInputElement && ref.validity.badInput) seen[name] = NO_NUMBER;
    }
    return resolver(seen, context, options);
  };
}
