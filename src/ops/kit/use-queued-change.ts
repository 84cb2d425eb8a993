import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { Failure } from '#data/core/failure.ts';
import { isSignedIn } from '#data/staff/session.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { QUEUE, queuedKey, queuedOptions } from './change-queue.ts';
import { useStaffApi } from './use-staff-api.ts';
import { useProfile } from './profile.ts';
import { useRefetch } from './use-refetch.ts';
import { useUnsaved } from './use-unsaved.ts';

/** Options of {@link useQueuedChange}: one field of a record. */
export interface QueuedChangeOptions<Value> {
  /** The record and field. Changes of one record are saved in order. */
  of: readonly [record: string, id: string, field: string];
  /** The value last read from the server. */
  value: Value;
  /** Saves the value and returns the saved columns. @throws {Failure} */
  save: (value: Value) => Promise<object>;
  onSaved: (value: Value) => void;
  /** The server refused the change; the field shows the last read value again. */
  onRefused: (error: Error) => void;
}

/** State of an optimistic field. */
export interface QueuedChange<Value> {
  /** The pending value, or the one last read when nothing is pending. */
  value: Value;
  isPending: boolean;
  /**
   * The server may not have it, as the connection is lost or the answer is late: why, and when it is sent again.
   * Null while it is saved or on its way.
   */
  unsaved: string | null;
  change: (value: Value) => void;
}

/** A queued value, with the `save` of the render that queued it. */
interface Asked<Value> {
  next: Value;
  save: QueuedChangeOptions<Value>['save'];
}

/**
 * Changes a field optimistically. Every view of the record shows the pending value until the server
 * accepts or refuses it; unanswered attempts are retried once the connection is back. The queue lives
 * in memory and is dropped when another user signs in.
 */
export function useQueuedChange<Value>(options: QueuedChangeOptions<Value>): QueuedChange<Value> {
  const { of, value, save, onSaved, onRefused } = options;
  const api = useStaffApi();
  const userId = useProfile()?.id ?? '';
  const queryClient = useQueryClient();
  const [record, id] = of;
  const mutationKey = queuedKey(...of);
  const readWhenDone = useReadWhenDone();
  const showSaved = useShowSaved();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `${record}:${id}` },
    ...queuedOptions(queryClient),
    mutationFn: (asked: Asked<Value>) => {
      if (!isSignedIn(api, userId)) throw new Failure('The session has ended.', { status: 401 });
      return asked.save(asked.next);
    },
    onSuccess: (columns, { next }) => {
      onSaved(next);
      return showSaved(id, columns);
    },
    onError: (error) => {
      onRefused(error);
      readWhenDone();
    },
  });
  // why not the hook's own state: a record may be reopened while its change is still queued.
  const waiting = useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => ({
      next: (state.variables as Asked<Value>).next,
      failures: state.failureCount,
    }),
  });
  const last = waiting.at(-1);
  const unsaved = useUnsaved(
    last !== undefined,
    waiting.some(({ failures }) => failures > 0),
  );
  return {
    value: last ? last.next : value,
    isPending: last !== undefined,
    unsaved,
    change: (next) => mutate({ next, save }),
  };
}

/** Writes saved columns into cached records, then refetches the page. */
function useShowSaved(): (id: string, columns: object) => Promise<void> {
  const queryClient = useQueryClient();
  const readWhenDone = useReadWhenDone();
  return async (id, columns) => {
    const reads = queryClient.getQueryCache().findAll({ queryKey: staffKeys.all });
    const running = new Set(reads.filter(({ state }) => state.fetchStatus === 'fetching'));
    // why: a read that started before the save would overwrite it with the old value.
    await queryClient.cancelQueries({ predicate: (read) => running.has(read) });
    for (const { queryKey, state } of reads) {
      const shown = withColumns(state.data, id, columns);
      if (shown !== state.data) queryClient.setQueryData(queryKey, shown);
    }
    void queryClient.refetchQueries({ type: 'active', predicate: (read) => running.has(read) });
    readWhenDone();
  };
}

/** Refetches the page, once for several pending changes: with the last. */
function useReadWhenDone(): () => void {
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  return () => {
    // why 1: the settling mutation still counts as pending.
    if (queryClient.isMutating({ mutationKey: QUEUE }) <= 1) void refetch();
  };
}

/** Cached data with the columns written into the record with that id; the same object without it. */
function withColumns(read: unknown, id: string, columns: object): unknown {
  if (typeof read !== 'object' || read === null) return read;
  if ('id' in read && read.id === id) return { ...read, ...columns };
  if (!('items' in read) || !Array.isArray(read.items)) return read;
  const rows: unknown[] = read.items;
  const items = rows.map((row) => withColumns(row, id, columns));
  return items.some((row, at) => row !== rows[at]) ? { ...read, items } : read;
}
