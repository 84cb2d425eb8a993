import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import type { StaffApi } from './staff-api.ts';

/** A change in the database, of a row that this person may read. */
export interface LiveChange {
  table: string;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** The row after the change; empty when it was deleted. */
  row: Record<string, unknown>;
}

/** Callbacks of a subscription. */
export interface LiveSubscriber {
  onChange: (change: LiveChange) => void;
  /** Whether changes arrive at the moment. A second `true` means that some may have been missed. */
  onConnected: (connected: boolean) => void;
}

/**
 * Subscribes to every published table over `/realtime/v1` until the returned function is called. The
 * library reconnects after 1, 2, 5 and 10 s.
 */
export function subscribeToChanges(
  api: StaffApi,
  { onChange, onConnected }: LiveSubscriber,
): () => void {
  const channel = api
    .channel('studio')
    .on('postgres_changes', { event: '*', schema: 'public' }, (change) =>
      onChange({ table: change.table, type: change.eventType, row: change.new }),
    )
    .subscribe((status) => onConnected(status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED));
  return () => void api.removeChannel(channel);
}
