import { present } from '#domain/clock.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Failure } from '#data/core/failure.ts';
import { orderQuery } from '#data/crm/orders.ts';
import { invalidIndex } from '#data/core/invalid-field.ts';
import { changedMeanwhile, changeOrder, piecesOut, type Undo } from '#data/crm/order-changes.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';
import { changedText } from '#domain/crm/changed-text.ts';
import { editSolutions, type EditSolution } from '#domain/crm/edit-solutions.ts';
import { overwriting, type OrderChange } from '#domain/crm/order-change.ts';
import { orderNumber, type OrderRecord } from '#domain/crm/rental.ts';
import { refusedTexts } from '#domain/crm/shortage-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** One edit of an order. */
export interface OrderEdit {
  /** The field on the screen, where a refusal is shown: `<line>:quantity`. */
  at: string;
  changes: readonly OrderChange[];
  /** Notice after saving: 'Brass Lamp: 3 pieces'. */
  done: string;
  /** Names of items that the order does not have yet, by id. */
  names?: Readonly<Record<string, string>>;
  /** Saved: the form can close. */
  onSaved?: () => void;
  /** The server refused it, other than for an ended session. */
  onRefused?: () => void;
}

/** Makes an edit from the present order. */
export type Plan = (order: OrderRecord) => Omit<OrderEdit, 'at'>;

/** Why an edit was not saved, and what can be done. */
export interface EditProblem {
  text: string;
  /** The refused edit. */
  edit: OrderEdit;
  solutions: readonly EditSolution[];
  /** The field has another value now, which can stay. */
  isConflict: boolean;
  /** The button that gives the edit up. */
  giveUp: string;
}

/** The edits of one open order. */
export interface OrderEdits {
  save: (edit: OrderEdit) => void;
  /** Saves an edit that is made from the order as the edits before it have left it. */
  saveNext: (at: string, plan: Plan) => void;
  isPending: (at: string) => boolean;
  problem: (at: string) => EditProblem | undefined;
  /** All problems, by field. */
  problems: Readonly<Record<string, EditProblem>>;
  dismiss: (at: string) => void;
}

const UNKNOWN = 'The server did not answer. Try again: nothing is changed twice.';
const OUT = 'Too many pieces are with the customer. Take them back first.';

/**
 * Saves each edit of an order at once, in order, with Undo in its notice. A refused edit stays at its field
 * with the reason and the ways out; what was typed is kept by the field.
 */
export function useOrderEdits(order: OrderRecord): OrderEdits {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<Readonly<Record<string, EditProblem>>>({});
  const keys = useRef(new Map<string, { input: string; key: string }>());
  const running = useRef(new Set<string>());
  // why with the order: by the time of a refusal another read may not know the names of its lines any more.
  const sent = useRef(new Map<string, { edit: OrderEdit; order: OrderRecord }>());
  const dismiss = (at: string) =>
    setProblems((all) =>
      at in all ? Object.fromEntries(Object.entries(all).filter(([key]) => key !== at)) : all,
    );

  /** why: the same input keeps its key until it is saved, so that a repeat changes nothing twice. */
  const keyOf = ({ at, changes }: Pick<OrderEdit, 'at' | 'changes'>) => {
    const input = JSON.stringify(changes);
    const last = keys.current.get(at);
    const key = last?.input === input ? last.key : randomUuid();
    keys.current.set(at, { input, key });
    return key;
  };
  const undo = useMutation({
    scope: { id: `order-edit:${order.id}` },
    mutationFn: ({ changes, key }: { changes: Undo; key: string }) =>
      changeOrder(api, { id: order.id, changes, key }),
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
    scope: { id: `order-edit:${order.id}` },
    mutationFn: ({ at, plan }: { at: string; plan: Plan }) => {
      const { queryKey } = orderQuery(api, orderNumber(order));
      const present = queryClient.getQueryData(queryKey) ?? order;
      const one = { at, ...plan(present) };
      sent.current.set(at, { edit: one, order: present });
      return changeOrder(api, { id: order.id, changes: one.changes, key: keyOf(one) });
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
        const problem = problemOf(error, known.edit, known.order);
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
function problemOf(error: Error, edit: OrderEdit, order: OrderRecord): EditProblem {
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
    const text = refusedTexts(order.items, items, edit.names).join(' ');
    const solutions = editSolutions(edit.changes, items, order.items, present());
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
