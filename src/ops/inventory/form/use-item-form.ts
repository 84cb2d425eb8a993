import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import type { InventoryItem } from '#data/stock/inventory-answers.ts';
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
import { useDraft } from '../../kit/drafts.ts';

/** Draft of an unsaved item form. */
export interface ItemDraft {
  values: ItemFormValues;
  /** The version of the item that the edits are based on. */
  base: InventoryItem | null;
  /** Id for a new item. */
  newId: string;
  /** Code of the item this one is a copy of. */
  copyOf?: string;
}

/**
 * State of an item form, saved as a draft in this tab and validated at the moment the kind defines.
 * @param item null for a new one
 * @param listed fields of the lookups that have any values
 */
export function useItemForm(
  kind: InventoryKind,
  item: InventoryItem | null,
  listed: ReadonlySet<string>,
) {
  const code = item ? String(item[kind.codeColumn]) : NEW_ITEM;
  const [draft, setDraft] = useDraft<ItemDraft>(`${kind.kind}:${code}`);
  const [base, setBase] = useState(draft ? draft.base : item);
  const newId = useRef(draft?.newId ?? randomUuid());
  const saved = base ? toForm(kind, base) : blankForm(kind);
  const [first] = useState(draft?.values ?? saved);
  const [restored, setRestored] = useState(draft);
  const form = useForm<ItemFormValues, unknown, ItemColumns>({
    resolver: withInvalidNumbers(zodResolver(itemSchema(kind, listed))),
    defaultValues: first,
    mode: kind.checks,
    reValidateMode: kind.checks === 'onBlur' ? 'onBlur' : 'onChange',
  });
  const differs = (values: ItemFormValues) => changedFields(kind, saved, values).length > 0;
  useEffect(() =>
    form.subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        setDraft(differs(values) ? { values, base, newId: newId.current } : null),
    }),
  );
  const clearDraft = () => {
    setDraft(null);
    setRestored(null);
    newId.current = randomUuid();
  };
  return {
    form,
    /** The draft restored on mount, or null. */
    restored,
    /** Discards the edits and resets the form. */
    discard: () => {
      setBase(item);
      form.reset(item ? toForm(kind, item) : blankForm(kind));
      clearDraft();
    },
    /** The version the edits are based on; null for a new item. */
    base,
    /** The same as form values. */
    saved,
    setBase,
    isChanged: () => differs(form.getValues()),
    /** Id for a new item: stable across retries, replaced after a save. */
    newId: () => newId.current,
    clearDraft,
  };
}

/** A text that fails number validation. */
const INVALID_NUMBER = '?';

/** why: browsers report an invalid number as an empty value, so validation would call it missing. */
function withInvalidNumbers(
  resolver: Resolver<ItemFormValues, unknown, ItemColumns>,
): Resolver<ItemFormValues, unknown, ItemColumns> {
  return (values, context, options) => {
    const seen = { ...values };
    for (const [name, { ref }] of Object.entries(options.fields)) {
      if (ref instanceof HTMLInputElement && ref.validity.badInput) seen[name] = INVALID_NUMBER;
    }
    return resolver(seen, context, options);
  };
}
