import { useRef, useState } from 'react';
import type { InventoryItem } from '#data/stock/inventory-answers.ts';
import type { InventoryKind, ItemFormValues } from '#domain/inventory/inventory-kind.ts';
import {
  blankForm,
  changedFields,
  itemSchema,
  toForm,
} from '#domain/inventory/item-form-values.ts';
import { NEW_ITEM } from '#domain/inventory/inventory-search.ts';
import { randomUuid } from '#domain/uuid.ts';
import { useDraft } from '../../kit/drafts.ts';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';

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
  const differs = (values: ItemFormValues) => changedFields(kind, saved, values).length > 0;
  const { form } = useCheckedForm(itemSchema(kind, listed), {
    defaultValues: first,
    mode: kind.checks,
    reValidateMode: kind.checks === 'onBlur' ? 'onBlur' : 'onChange',
    onTyped: (values) => setDraft(differs(values) ? { values, base, newId: newId.current } : null),
  });
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
