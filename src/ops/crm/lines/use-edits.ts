import { present } from '#domain/clock.ts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Failure } from '#data/core/failure.ts';
import { enquiryQuery } from '#data/crm/enquiries.ts';
import { orderQuery } from '#data/crm/orders.ts';
import { invalidIndex } from '#data/core/invalid-field.ts';
import {
  changedMeanwhile,
  changeEnquiry,
  changeOrder,
  piecesOut,
  type Undo,
} from '#data/crm/rental-changes.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';
import { changedText } from '#domain/crm/changed-text.ts';
import { editSolutions, type EditSolution } from '#domain/crm/edit-solutions.ts';
import { overwriting, type RecordChange } from '#domain/crm/record-change.ts';
import { editedEnquiry, editedOrder, type EditedRental } from '#domain/crm/edited-rental.ts';
import { refusedTexts } from '#domain/crm/shortage-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import type { StaffApi } from '#data/core/staff-api.ts';

/** One edit of an enquiry or order. */
export interface RentalEdit {
  /** The field on the screen, where a refusal is shown: `<line>:quantity`. */
  at: string;
  changes: readonly RecordChange[];
  /** Notice after saving: 'Brass Lamp: 3 pieces'. */
  done: string;
  /** Names of items that it does not have yet, by id. */
  names?: Readonly<Record<string, string>>;
  /** Saved: the form can close. */
  onSaved?: () => void;
  /** The server refused it, other than for an ended session. */
  onRefused?: () => void;
}

/** Makes an edit from the lines as they are now. */
export type Plan = (rental: EditedRental) => Omit<RentalEdit, 'at'>;

/** Why an edit was not saved, and what can be done. */
export interface EditProblem {
  text: string;
  /** The refused edit. */
  edit: RentalEdit;
  solutions: readonly EditSolution[];
  /** The field has another value now, which can stay. */
  isConflict: boolean;
  /** The button that gives the edit up. */
  giveUp: string;
}

/** The edits of one open enquiry or order. */
export interface RentalEdits {
  save: (edit: RentalEdit) => void;
  /** Saves an edit that is made from the lines as the edits before it have left them. */
  saveNext: (at: string, plan: Plan) => void;
  isPending: (at: string) => boolean;
  problem: (at: string) => EditProblem | undefined;
  /** All problems, by field. */
  problems: Readonly<Record<string, EditProblem>>;
  dismiss: (at: string) => void;
}

const UNKNOWN = 'The server did not answer. Try again: nothing is changed twice.';
const OUT = 'Too many pieces are with the customer. Take them back first.';

/** Reading and changing the lines of each. */
const RECORDS = {
  order: {
    present: (queries: QueryClient, api: StaffApi, number: string) => {
      const read = queries.getQueryData(orderQuery(api, number).queryKey);
      return read && editedOrder(read);
    },
    change: changeOrder,
  },
  enquiry: {
    present: (queries: QueryClient, api: StaffApi, number: string) => {
      const read = queries.getQueryData(enquiryQuery(api, number).queryKey);
      return read && editedEnquiry(read);
    },
    change: changeEnquiry,
  },
};

/**
 * Saves each edit of an enquiry or order at once, in order, with Undo in its notice. A refused edit stays at its field
 * with the reason and the ways out; what was typed is kept by the field.
 */
export function useRentalEdits(rental: EditedRental): RentalEdits {
  const api = useStaffApi();
  const record = RECORDS[rental.noun];
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<Readonly<Record<string, EditProblem>>>({});
  const keys = useRef(new Map<string, { input: string; key: string }>());
  const running = useRef(new Set<string>());
  // why with the order: by the time of a refusal another read may not know the names of its lines any more.
  const sent = useRef(new Map<string, { edit: RentalEdit; rental: EditedRental }>());
  const dismiss = (at: string) =>
    setProblems((all) =>
      at in all ? Object.fromEntries(Object.entries(all).filter(([key]) => key !== at)) : all,
    );

  /** why: the same input keeps its key until it is saved, so that a repeat changes nothing twice. */
  const keyOf = ({ at, changes }: Pick<RentalEdit, 'at' | 'changes'>) => {
    const input = JSON.stringify(changes);
    const last = keys.current.get(at);
    const key = last?.input === input ? last.key : randomUuid();
    keys.current.set(at, { input, key });
    return key;
  };
  const undo = useMutation({
    scope: { id: `order-edit:${rental.id}` },
    mutationFn: ({ changes, key }: { changes: Undo; key: string }) =>
      record.change(api, { id: rental.id, changes, key }),
    onSuccess: () => {
      notify.success('Undone');
      return refetch();
    },
    onError: (error) => {
      const [changed] = changedMeanwhile(error) ?? [];
      const reason = changed ? new Error(changedText(changed, present())) : error;
      notifyFailure('Not undone', reason);
      void refetch();
    },
  });
  const edit = useMutation({
    scope: { id: `order-edit:${rental.id}` },
    mutationFn: ({ at, plan }: { at: string; plan: Plan }) => {
      const present = record.present(queryClient, api, rental.number) ?? rental;
      const one = { at, ...plan(present) };
      sent.current.set(at, { edit: one, rental: present });
      return record.change(api, { id: rental.id, changes: one.changes, key: keyOf(one) });
    },
    onSuccess: (changes, { at }) => {
      const one = sent.current.get(at)?.edit;
      keys.current.delete(at);
      one?.onSaved?.();
      const action = changes && {
        label: 'Undo',
        onClick: () => undo.mutate({ changes, key: randomUuid() }),
      };
      if (one) notify.success(one.done, action ? { action } : {});
      return refetch();
    },
    onError: (error, { at }) => {
      const known = sent.current.get(at);
      // why: the notice of an earlier edit would read as if this one was saved.
      notify.dismiss('success');
      if (known) {
        if (!isOutcomeUnknown(error) && !isSessionEnded(error)) known.edit.onRefused?.();
        const problem = problemOf(error, known.edit, known.rental);
        setProblems((others) => ({ ...others, [at]: problem }));
      }
      void refetch();
    },
    onSettled: (_, __, { at }) => {
      running.current.delete(at);
      setPending(new Set(running.current));
    },
  });
  const saveNext = (at: string, plan: Plan) => {
    if (running.current.has(at)) return;
    running.current.add(at);
    setPending(new Set(running.current));
    dismiss(at);
    edit.mutate({ at, plan });
  };
  return {
    save: ({ at, ...one }) => saveNext(at, () => one),
    saveNext,
    isPending: (at) => pending.has(at),
    problem: (at) => problems[at],
    problems,
    dismiss,
  };
}

const isSessionEnded = (error: Error) => error instanceof Failure && error.status === 401;

/** The message of a failed edit, at its field. */
function problemOf(error: Error, edit: RentalEdit, rental: EditedRental): EditProblem {
  const found = { edit, solutions: [], isConflict: false, giveUp: 'Leave it' };
  const [changed] = changedMeanwhile(error) ?? [];
  if (changed) {
    const text = changedText(changed, present());
    const mine = edit.changes.map((change, at) =>
      at === changed.index ? overwriting(change, changed.present) : change,
    );
    if (changed.present === null) return { ...found, text, giveUp: 'Close' };
    const solutions = [{ label: 'Save mine', changes: mine }];
    return { ...found, text, solutions, isConflict: true, giveUp: 'Take theirs' };
  }
  const items = refusedItems(error);
  if (items) {
    const text = refusedTexts(rental.items, items, edit.names).join(' ');
    const solutions = editSolutions(edit.changes, items, rental, present());
    return { ...found, text, solutions };
  }
  if (piecesOut(error)) return { ...found, text: OUT };
  if (!isOutcomeUnknown(error)) {
    const change = edit.changes[invalidIndex(error) ?? -1];
    const name = change && 'item' in change && edit.names?.[change.item ?? ''];
    return { ...found, text: name ? `${name}: ${error.message}` : error.message };
  }
  return {
    ...found,
    text: UNKNOWN,
    solutions: [{ label: 'Try again', changes: edit.changes }],
  };
}
