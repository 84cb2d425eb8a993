import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { changeDocument, documentConflict, documentQuery } from '#data/documents/documents.ts';
import { Failure } from '#data/core/failure.ts';
import { invalidField, invalidIndex } from '#data/core/invalid-field.ts';
import { isSignedIn } from '#data/staff/session.ts';
import type { DocumentDraft, DocumentRecord } from '#domain/documents/document-record.ts';
import {
  editedDraft,
  isSameDraft,
  readDocumentDraft,
  type DraftProblems,
  type EditedDraft,
  type ReadDraft,
} from '#domain/documents/edited-draft.ts';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { useDraft } from '../kit/drafts.ts';
import { useProfile } from '../kit/profile.ts';
import { queuedKey, queuedOptions } from '../kit/change-queue.ts';
import { useUnsaved, useUnsavedReason } from '../kit/use-unsaved.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Pause after the last key before the draft is saved (ms). */
const PAUSE_MS = 800;

/** The typed draft, and the version that it changes. */
interface StoredDraft {
  version: number;
  edited: EditedDraft;
}

/** Fields of a draft to change. */
type DraftChange = Partial<EditedDraft> | ((now: EditedDraft) => Partial<EditedDraft>);

/** A refused save. */
interface Refusal {
  /** Place of the field: `lines.0.price`; '' where the refusal names none. */
  at: string;
  message: string;
}

/** A draft of a document while it is edited. */
export interface DocumentEditing {
  /** The record as last saved or read. */
  record: DocumentRecord;
  edited: EditedDraft;
  typed: ReadDraft;
  /** Changes fields, or makes the change from what is typed at that moment. */
  change: (change: DraftChange) => void;
  /** Problems by field, the server's included. */
  problems: DraftProblems;
  /** A refusal that belongs to no field. */
  refusal: string;
  /** Everything that was typed is saved. */
  isSaved: boolean;
  /** Why the server may not have it for a while, and when it is sent again; null where it has, or soon will. */
  unsaved: string | null;
  /** The version that somebody else saved meanwhile. */
  theirs: DocumentRecord | null;
  keepMine: () => void;
  takeTheirs: () => void;
  /** Saves at once what is not saved. @returns the saved record; null where it was refused */
  saveNow: () => Promise<DocumentRecord | null>;
  /** Shows a record that another call answered with. */
  adopt: (record: DocumentRecord) => void;
}

const savedDraft = (record: DocumentRecord) => readDocumentDraft(editedDraft(record)).draft;

/**
 * Edits a draft: what was typed is a draft of the tab until it is saved, when typing pauses. Saves are sent
 * one after the other with the version that they change; a version of somebody else stops them until the
 * person decides.
 * @param read the record as last read
 */
export function useDocumentDraft(read: DocumentRecord): DocumentEditing {
  const { id } = read;
  const api = useStaffApi();
  const userId = useProfile()?.id ?? '';
  const queryClient = useQueryClient();
  const keys = useIdempotencyKey();
  const [stored, store] = useDraft<StoredDraft>(`document:${id}`);
  const [base, setBase] = useState(read);
  // why the draft as it was sent: the server may write it in another way.
  const [saved, setSaved] = useState(() => savedDraft(read));
  const [edited, setEdited] = useState(() => stored?.edited ?? editedDraft(read));
  const latest = useRef(edited);
  useEffect(() => {
    latest.current = edited;
  }, [edited]);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [theirs, setTheirs] = useState<DocumentRecord | null>(() =>
    stored && stored.version !== read.version && !isSavedAs(stored.edited, read) ? read : null,
  );
  const typed = readDocumentDraft(edited);
  const isSaved = isSameDraft(typed.draft, saved);
  const show = (next: EditedDraft) => {
    latest.current = next;
    setEdited(next);
  };
  const rebase = (record: DocumentRecord, draft = savedDraft(record)) => {
    setBase(record);
    setSaved(draft);
  };
  const adopt = (record: DocumentRecord) => {
    rebase(record);
    show(editedDraft(record));
    setTheirs(null);
    setRefusal(null);
    store(null);
    queryClient.setQueryData(documentQuery(api, id).queryKey, record);
  };

  const readAgain = async (): Promise<DocumentRecord | null> => {
    try {
      return await queryClient.fetchQuery(documentQuery(api, id));
    } catch {
      return null;
    }
  };
  const save = useMutation({
    mutationKey: queuedKey('document', id),
    scope: { id: `document:${id}` },
    ...queuedOptions(queryClient),
    mutationFn: (call: { version: number; draft: DocumentDraft; key: string }) => {
      if (!isSignedIn(api, userId)) throw new Failure('The session has ended.', { status: 401 });
      return changeDocument(api, { id, ...call });
    },
    onSuccess: (record, { draft }) => {
      keys.forget();
      rebase(record, draft);
      queryClient.setQueryData(documentQuery(api, id).queryKey, record);
      const now = latest.current;
      const isAll = isSameDraft(readDocumentDraft(now).draft, draft);
      store(isAll ? null : { version: record.version, edited: now });
    },
    onError: async (error, { draft }) => {
      if (error instanceof Failure && error.status === 401) return;
      const conflict = documentConflict(error);
      if (conflict === null || conflict === 'busy') {
        const { places } = readDocumentDraft(latest.current);
        setRefusal({ at: fieldPlace(error, places), message: error.message });
        return;
      }
      const now = await readAgain();
      if (now?.state === 'draft') {
        // why: an answer that was lost makes a version that nobody else has written.
        if (isSameDraft(savedDraft(now), draft)) rebase(now, draft);
        else setTheirs(now);
      } else if (now) {
        notify.failure('Not saved', {
          description: 'This document was issued meanwhile and can no longer be changed.',
        });
        store(null);
      } else setRefusal({ at: '', message: error.message });
    },
  });

  // why: a live update shows a colleague's version at once where nothing is unsaved.
  if (read.version > base.version && isSaved && !save.isPending && !theirs) {
    rebase(read);
    setEdited(editedDraft(read));
  }
  const record = read.version === base.version ? read : base;
  const isValid = Object.keys(typed.problems).length === 0;
  const canSave = !isSaved && isValid && theirs === null;
  const call = () => {
    const { draft } = typed;
    const { version } = base;
    return { version, draft, key: keys.keyOf({ version, draft }) };
  };
  const saveDue = useEffectEvent(() => {
    if (canSave && refusal === null && !save.isPending) save.mutate(call());
  });
  const { isPending } = save;
  const due = canSave && refusal === null && !isPending ? edited : null;
  useEffect(() => {
    if (due === null) return undefined;
    const timer = setTimeout(() => saveDue(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [due]);
  useEffect(() => () => saveDue(), []);

  const late = useUnsaved(isPending, save.failureCount > 0);
  const { away, text } = useUnsavedReason();
  const why = () => {
    if (!isValid || refusal !== null) return 'Correct what is marked.';
    return late ?? (away ? text : null);
  };
  return {
    record,
    edited,
    typed,
    change: (change) => {
      const now = latest.current;
      const next = { ...now, ...(typeof change === 'function' ? change(now) : change) };
      show(next);
      setRefusal(null);
      store({ version: base.version, edited: next });
    },
    problems: refusal?.at ? { ...typed.problems, [refusal.at]: refusal.message } : typed.problems,
    refusal: refusal && refusal.at === '' ? refusal.message : '',
    isSaved,
    unsaved: isSaved ? null : why(),
    theirs,
    keepMine: () => {
      if (!theirs) return;
      rebase(theirs);
      setTheirs(null);
      store({ version: theirs.version, edited });
    },
    takeTheirs: () => theirs && adopt(theirs),
    saveNow: async () => {
      if (isSaved) return record;
      if (!isValid || theirs) return null;
      setRefusal(null);
      return save.mutateAsync(call()).catch(() => null);
    },
    adopt,
  };
}

const isSavedAs = (edited: EditedDraft, record: DocumentRecord) =>
  isSameDraft(readDocumentDraft(edited).draft, savedDraft(record));

/** The place of the field that a refusal names. @param places of the sent lines in the typed ones */
function fieldPlace(error: Error, places: readonly number[]): string {
  const field = invalidField(error).replace(/^discount_.*/, 'discount');
  const line = places[invalidIndex(error) ?? -1];
  return line === undefined ? field : `lines.${line}.line`;
}
