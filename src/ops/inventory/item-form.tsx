import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createItem, inventoryKey, updateItem, type InventoryItem } from '#data/inventory.ts';
import type { ItemColumns } from '#domain/inventory/inventory-kind.ts';
import { fieldRefusal, mergeForms, toForm, type FormChange } from '#domain/inventory/item-form.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { ItemFields } from './item-fields.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import type { ManagerPlace } from './slots.ts';
import { useItemForm } from './use-item-form.ts';
import { useLookups } from './use-lookups.ts';
import { useUploads } from './use-uploads.ts';

/** Props of {@link ItemForm}. */
export interface ItemFormProps {
  place: ManagerPlace;
  /** Null for a new one. */
  item: InventoryItem | null;
  /** Saved as an edit, or given up. */
  onClose: () => void;
  onCreated: (item: InventoryItem) => void;
}

/**
 * The fields of an item with what happens on saving: a wrong field, a refusal of the database at its
 * field, or somebody else's change of the same item, which is shown and never overwritten unseen.
 */
export function ItemForm({ place, item, onClose, onCreated }: ItemFormProps) {
  const { kind } = place;
  const { texts } = kind;
  const lookups = useLookups(kind);
  const listed = new Set(Object.keys(lookups).filter((field) => lookups[field]?.length));
  const { form, base, saved, setBase, isChanged, newId, forget } = useItemForm(kind, item, listed);
  const uploads = useUploads(kind, form);
  const [conflict, setConflict] = useState<readonly FormChange[]>([]);
  const left = useRef(false);
  const save = useSave(place, base, newId);

  const leave = () => {
    left.current = true;
    forget();
  };
  const submit = form.handleSubmit(
    async (columns) => {
      const outcome = await save.mutateAsync(columns).catch((error: Error) => error);
      if (outcome instanceof Error) {
        const refusal = fieldRefusal(kind, outcome.message);
        if (refusal) form.setError(refusal.field, refusal, { shouldFocus: true });
        notifyFailure(base ? texts.saveFailed.update : texts.saveFailed.create, outcome);
      } else if ('conflict' in outcome) {
        const merged = mergeForms(kind, saved, form.getValues(), toForm(kind, outcome.conflict));
        for (const { field, theirs, isYours } of merged) {
          if (!isYours) form.setValue(field, theirs);
        }
        setBase(outcome.conflict);
        setConflict(merged);
      } else {
        leave();
        const { name, [kind.codeColumn]: code } = outcome.saved;
        const { title, ...more } = texts.saved[base ? 'updated' : 'created'](name, String(code));
        notify.success(title, more);
        if (base) onClose();
        else onCreated(outcome.saved);
      }
    },
    () => notify.failure(texts.invalid.title, texts.invalid),
  );
  const busy = save.isPending || uploads.isRunning;
  return (
    <form
      noValidate
      aria-label={item ? texts.dialog.edit : texts.dialog.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) void submit();
      }}
    >
      <p className="mb-4 text-sm text-ink-quiet">Fields marked * are required.</p>
      {conflict.length > 0 && <ConflictNotice kind={kind} lookups={lookups} changes={conflict} />}
      {item && <TextField label={texts.code} value={String(item[kind.codeColumn])} readOnly />}
      <ItemFields kind={kind} form={form} lookups={lookups} uploads={uploads} />
      <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex gap-2 border-t border-rule bg-surface px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
        <Button type="submit" busy={busy}>
          {save.isPending ? 'saving...' : item ? texts.submit.update : texts.submit.create}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          cancel
        </Button>
      </div>
      <LeaveQuestion unsaved={() => !left.current && isChanged()} onLeave={leave} />
    </form>
  );
}

function useSave({ kind }: ManagerPlace, base: InventoryItem | null, newId: () => string) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (columns: ItemColumns) =>
      base ? updateItem(api, kind, base, columns) : createItem(api, kind, newId(), columns),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: inventoryKey(kind) });
    },
  });
}
