import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { text } from '#domain/shape.ts';
import { randomUuid } from '#domain/uuid.ts';
import type { StaffApi } from './staff-api.ts';

/** Time between two words of a tab that still has the record open (ms). */
const HERE_MS = 20_000;
/**
 * Time after which a tab that says nothing has left (ms): it may end without a word. why so long: the browser lets a tab
 * in the background speak once a minute only.
 */
const GONE_MS = 150_000;

/** Ids only. why: everybody who may connect to the database can hear notifications. */
const said = z.object({ user: text, tab: text, asks: z.boolean() });

/** A record that is followed, and who is told of the others. */
export interface Together {
  /** uuid of the enquiry or order. */
  record: string;
  /** uuid of the signed-in user, who is no other. */
  userId: string;
  /** Gets the ids of the others who have it open, in the order of their coming. */
  onOthers: (ids: readonly string[]) => void;
}

/**
 * Tells others who have the same record open that this user has, and who they are, over `/realtime/v1` broadcasts, until
 * the returned function is called. A newcomer asks, and those who are there answer.
 */
export function openTogether(api: StaffApi, { record, userId, onOthers }: Together): () => void {
  const tab = randomUuid();
  // The tabs of others: whose they are, and when they were heard last.
  const heard = new Map<string, { user: string; at: number }>();
  let isJoined = false;
  const channel = api.channel(`record:${record}`, { config: { private: true } });
  const say = (event: 'here' | 'gone', asks = false) => {
    // why only then: the library would send it by another request, which nobody needs.
    const payload = { user: userId, tab, asks };
    if (isJoined) void channel.send({ type: 'broadcast', event, payload });
  };
  const tell = () => onOthers([...new Set([...heard.values()].map(({ user }) => user))]);
  const beat = setInterval(() => {
    say('here');
    const late = [...heard].filter(([, { at }]) => performance.now() - at > GONE_MS);
    for (const [other] of late) heard.delete(other);
    if (late.length > 0) tell();
  }, HERE_MS);
  const leave = () => say('gone');
  channel
    .on('broadcast', { event: 'here' }, ({ payload }) => {
      const { data } = said.safeParse(payload);
      if (!data || data.user === userId) return;
      const isNew = !heard.has(data.tab);
      heard.set(data.tab, { user: data.user, at: performance.now() });
      if (isNew) tell();
      if (data.asks) say('here');
    })
    .on('broadcast', { event: 'gone' }, ({ payload }) => {
      const { data } = said.safeParse(payload);
      if (data && heard.delete(data.tab)) tell();
    })
    .subscribe((status) => {
      isJoined = status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED;
      if (isJoined) say('here', true);
      else if (heard.size > 0) {
        heard.clear();
        tell();
      }
    });
  window.addEventListener('pagehide', leave);
  return () => {
    window.removeEventListener('pagehide', leave);
    clearInterval(beat);
    leave();
    void api.removeChannel(channel);
  };
}
