import {
  useIsMutating,
  useMutation,
  useMutationState,
  useQueryClient,
  type Mutation,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Failure } from '#data/failure.ts';
import { isOutcomeUnknown } from '#data/write-outcome.ts';
import { isSignedIn } from '#data/session.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import { useConnectionLost } from '../use-connection-lost.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { useProfile } from './profile.ts';
import { useHeldFor } from './use-held-for.ts';
import { useRefetch } from './use-refetch.ts';

const QUEUE = ['queued-change'] as const;
/** How long a change may be on its way before it shows as not saved. */
const SLOW_MS = 3_000;
const LONGEST_WAIT_MS = 10_000;

/** A change of one field of a record, as {@link useQueuedChange} takes it. */
export interface QueuedChangeOptions<Value> {
  /** Names the record and the field. Changes of one record are saved in the order they were made. */
  of: readonly [record: string, id: string, field: string];
  /** The value as it was read. */
  value: Value;
  /** Answers the columns that the record has now. @throws {Failure} */
  save: (value: Value) => Promise<object>;
  onSaved: (value: Value) => void;
  /** The server said no; the value that was read is shown again. */
  onRefused: (error: Error) => void;
}

/** A field that takes effect at once, and how far its last change has come. */
export interface QueuedChange<Value> {
  /** The last value chosen, or the one that was read when everything is saved. */
  value: Value;
  isPending: boolean;
  /** The server is not known to have it: the line is away, or the answer is late. */
  isUnsaved: boolean;
  change: (value: Value) => void;
}

/** What was chosen, and how it is saved over the record as it was read then. */
interface Asked<Value> {
  next: Value;
  save: QueuedChangeOptions<Value>['save'];
}

/**
 * Changes a field that takes effect at once. What was chosen stays shown, wherever the record is,
 * until the server has it or refuses it; without an answer it is sent again until one comes, as soon
 * as the line is back. It waits in memory only, and is dropped when somebody else signs in.
 */
export function useQueuedChange<Value>(options: QueuedChangeOptions<Value>): QueuedChange<Value> {
  const { of, value, save, onSaved, onRefused } = options;
  const api = useStaffApi();
  const userId = useProfile()?.id ?? '';
  const away = useConnectionLost();
  const [record, id] = of;
  const mutationKey = [...QUEUE, ...of];
  const readWhenDone = useReadWhenDone();
  const showSaved = useShowSaved();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `${record}:${id}` },
    networkMode: 'online',
    retry: (_, error) => isOutcomeUnknown(error),
    retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, LONGEST_WAIT_MS),
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
  // why not the hook's own state: the record may be opened again while a change of it still waits.
  const waiting = useMutationState({
    filters: { mutationKey, exact: true, status: 'pending' },
    select: ({ state }) => ({
      next: (state.variables as Asked<Value>).next,
      failures: state.failureCount,
    }),
  });
  const last = waiting.at(-1);
  const slow = useHeldFor(last !== undefined, SLOW_MS);
  const isStuck = away || slow || waiting.some(({ failures }) => failures > 0);
  // why: a mark that went when the line came back would say "saved" while the change is on its way.
  const [isMarked, setMarked] = useState(false);
  const mustBeMarked = last !== undefined && (isMarked || isStuck);
  if (isMarked !== mustBeMarked) setMarked(mustBeMarked);
  return {
    value: last ? last.next : value,
    isPending: last !== undefined,
    isUnsaved: mustBeMarked,
    change: (next) => mutate({ next, save }),
  };
}

/** Whether a mutation is a change of {@link useQueuedChange}. */
export function isQueued({ options }: Pick<Mutation, 'options'>): boolean {
  return options.mutationKey?.[0] === QUEUE[0];
}

/** How many changes the server is not known to have; the browser asks before it closes the tab. */
export function useUnsavedChanges(): number {
  const unsaved = useIsMutating({ mutationKey: QUEUE });
  useEffect(() => {
    if (unsaved === 0) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [unsaved]);
  return unsaved;
}

/** Forgets changes that wait, as whoever comes next did not make them. Answers how many. */
export function dropQueuedChanges(queryClient: QueryClient): number {
  const cache = queryClient.getMutationCache();
  const waiting = cache.findAll({ mutationKey: QUEUE, status: 'pending' });
  for (const mutation of waiting) cache.remove(mutation);
  return waiting.length;
}

/** Puts saved columns of a record into what was read of it, and reads the page's data again. */
function useShowSaved(): (id: string, columns: object) => Promise<void> {
  const queryClient = useQueryClient();
  const readWhenDone = useReadWhenDone();
  return async (id, columns) => {
    const reads = queryClient.getQueryCache().findAll({ queryKey: staffKeys.all });
    const running = new Set(reads.filter(({ state }) => state.fetchStatus === 'fetching'));
    // why: a read that began before the change was saved would show the record as it was.
    await queryClient.cancelQueries({ predicate: (read) => running.has(read) });
    for (const { queryKey, state } of reads) {
      const shown = withColumns(state.data, id, columns);
      if (shown !== state.data) queryClient.setQueryData(queryKey, shown);
    }
    void queryClient.refetchQueries({ type: 'active', predicate: (read) => running.has(read) });
    readWhenDone();
  };
}

/** Reads the page's data again, with the last of several changes that are on their way. */
function useReadWhenDone(): () => void {
  const queryClient = useQueryClient();
  const refetch = useRefetch();
  return () => {
    // why 1: the change that has just been answered counts until its own work is done.
    if (queryClient.isMutating({ mutationKey: QUEUE }) <= 1) void refetch();
  };
}

/** What was read, with these columns in the record of that id; the same where it is not in there. */
function withColumns(read: unknown, id: string, columns: object): unknown {
  if (typeof read !== 'object' || read === null) return read;
  if ('id' in read && read.id === id) return { ...read, ...columns };
  if (!('items' in read) || !Array.isArray(read.items)) return read;
  const rows: unknown[] = read.items;
  const items = rows.map((row) => withColumns(row, id, columns));
  return items.some((row, at) => row !== rows[at]) ? { ...read, items } : read;
}
