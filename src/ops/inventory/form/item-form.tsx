import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { createItem, updateItem } from '#data/stock/inventory.ts';
import type { InventoryItem } from '#data/stock/inventory-answers.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { Failure } from '#data/core/failure.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';
import type { ItemColumns } from '#domain/inventory/inventory-kind.ts';
import {
  fieldRefusal,
  mergeForms,
  publishWarning,
  toForm,
} from '#domain/inventory/item-form-values.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useFirstField } from '#ui/use-first-field.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { usePictureEditor } from '../../pictures/use-picture-editor.tsx';
import { ConflictNotice, type ItemConflict } from './conflict-notice.tsx';
import { CreatedCode } from './created-item.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { ItemFields } from './item-fields.tsx';
import { ConfirmLeave } from '../../kit/forms/confirm-leave.tsx';
import { LookupsSheet } from '../lookups/lookups-dialog.tsx';
import { ConfirmPublish } from './confirm-publish.tsx';
import { ConfirmStockChange, useStockWarning } from './confirm-stock-change.tsx';
import type { ManagerContext } from '../shared/manager-context.ts';
import { useItemForm } from './use-item-form.ts';
import { useLookupLists } from '../shared/use-lookups.ts';
import { useUploads } from './use-uploads.ts';

export interface ItemFormProps {
  manager: ManagerContext;
  /** Null for a new item. */
  item: InventoryItem | null;
  /** Edit saved, or cancelled. */
  onClose: () => void;
  onCreated: (item: InventoryItem) => void;
}

/**
 * The form of an item. On saving it shows validation errors and database refusals at their fields, and
 * a concurrent edit before it can be overwritten.
 */
export function ItemForm({ manager, item, onClose, onCreated }: ItemFormProps) {
  const { kind } = manager;
  const { texts } = kind;
  const lookups = useLookupLists(kind);
  const listed = new Set(
    Object.keys(lookups.options).filter((field) => lookups.options[field]?.length),
  );
  const itemForm = useItemForm(kind, item, listed);
  const { form, base, saved, setBase, isChanged, newId, clearDraft } = itemForm;
  const uploads = useUploads(kind, form);
  const editor = usePictureEditor();
  const [conflict, setConflict] = useState<ItemConflict>();
  const [asked, setAsked] = useState<ItemColumns>();
  const [created, setCreated] = useState<InventoryItem>();
  const [list, setList] = useState<string>();
  const fields = useFirstField<HTMLFormElement>();
  const isLeaving = useRef(false);
  const isMaybeSaved = useRef(false);
  const save = useSave(manager, base, newId);

  // why an effect: a reset form registers its fields again when it renders.
  useEffect(() => {
    if (created) form.setFocus('name');
  }, [created, form]);

  const leave = () => {
    isLeaving.current = true;
    // why not after a lost answer: the item may have these pictures.
    if (!isMaybeSaved.current) uploads.cleanUp(base?.images ?? []);
    clearDraft();
  };
  const write = async (columns: ItemColumns) => {
    const outcome = await save.mutateAsync(columns).catch((error: Error) => error);
    if (outcome instanceof Error) {
      isMaybeSaved.current ||= isOutcomeUnknown(outcome);
      const refusal = fieldRefusal(kind, outcome instanceof Failure ? outcome.raw : '');
      if (refusal) form.setError(refusal.field, refusal, { shouldFocus: true });
      notifyFailure(base ? texts.saveFailed.update : texts.saveFailed.create, outcome);
    } else if ('conflict' in outcome) {
      const merged = mergeForms(kind, saved, form.getValues(), toForm(kind, outcome.conflict));
      for (const { field, theirs, isYours } of merged) {
        if (!isYours) form.setValue(field, theirs);
      }
      setBase(outcome.conflict);
      setConflict({ changes: merged, isArchived: outcome.isArchived });
    } else {
      const { name, [kind.codeColumn]: code } = outcome.saved;
      uploads.cleanUp(outcome.saved.images);
      const { title, ...more } = texts.saved[base ? 'updated' : 'created'](name, String(code));
      notify.success(title, more);
      if (!base && kind.createsInARow) {
        setCreated(outcome.saved);
        itemForm.discard();
        return;
      }
      leave();
      if (base) onClose();
      else onCreated(outcome.saved);
    }
  };
  const stock = useStockWarning(kind, base);
  const submit = form.handleSubmit(
    async (columns) => {
      if (!base && publishWarning(columns)) setAsked(columns);
      else if (!(await stock.warns(columns))) await write(columns);
    },
    () => notify.failure(texts.invalid.title, texts.invalid),
  );
  const saving = save.isPending || stock.isChecking;
  const busy = saving || uploads.isRunning;
  return (
    <>
      <form
        ref={fields}
        noValidate
        aria-label={item ? texts.dialog.edit : texts.dialog.add}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {created && <CreatedCode kind={kind} item={created} />}
        {itemForm.restored && (
          <DraftNotice draft={itemForm.restored} onDiscard={itemForm.discard} />
        )}
        <p className="mb-4 text-sm text-ink-quiet">Fields marked * are required.</p>
        {conflict && <ConflictNotice kind={kind} lookups={lookups.options} conflict={conflict} />}
        {item && <TextField label={texts.code} value={String(item[kind.codeColumn])} readOnly />}
        <ItemFields
          kind={kind}
          form={form}
          lookups={lookups}
          uploads={uploads}
          editor={editor}
          onList={setList}
        />
        <div className="sticky -bottom-5 z-10 -mx-5 -mb-5 flex gap-2 border-t border-rule bg-surface px-5 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))]">
          <Button type="submit" busy={busy}>
            {saving ? 'saving...' : item ? texts.submit.update : texts.submit.create}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
      <ConfirmPublish
        columns={asked}
        onCancel={() => setAsked(undefined)}
        onSave={(columns) => {
          setAsked(undefined);
          void write(columns);
        }}
      />
      <ConfirmStockChange
        warning={stock.warning}
        onCancel={stock.dismiss}
        onSave={(columns) => {
          stock.dismiss();
          void write(columns);
        }}
      />
      {/* why outside the form: they contain forms and fields of their own. */}
      {editor.sheet}
      <LookupsSheet
        kind={kind}
        open={list !== undefined}
        onClose={() => setList(undefined)}
        first={list}
      />
      <ConfirmLeave unsaved={() => !isLeaving.current && isChanged()} onLeave={leave} />
    </>
  );
}

function useSave({ kind }: ManagerContext, base: InventoryItem | null, newId: () => string) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (columns: ItemColumns) =>
      base ? updateItem(api, kind, base, columns) : createItem(api, kind, newId(), columns),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: staffKeys.inventory(kind.kind) });
    },
  });
}
