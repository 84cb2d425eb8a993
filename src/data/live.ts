import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import type { StaffApi } from './staff-api.ts';

/** What came to pass in the database, of rows that this person may read. */
export interface LiveChange {
  table: string;
  type: 'INSERT' | 'UPDATE' | 'DELETE';
  /** The row as it stands now; empty when it was deleted. */
  row: Record<string, unknown>;
}

/** What is told while following. */
export interface LiveListener {
  onChange: (change: LiveChange) => void;
  /** Whether changes come in at the moment. True again means that some may have been missed. */
  onLive: (live: boolean) => void;
}

/**
 * Follows every table that is published for live changes, over `/realtime/v1`, until the returned
 * function is called. The library comes back by itself after 1, 2, 5 and 10 s (back office §9).
 */
export function followChanges(api: StaffApi, { onChange, onLive }: LiveListener): () => void {
  const channel = api
    .channel('studio')
    .on('postgres_changes', { event: '*', schema: 'public' }, (change) =>
      onChange({ table: change.table, type: change.eventType, row: change.new }),
    )
    .subscribe((status) => onLive(status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED));
  return () => void api.removeChannel(channel);
}
