import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js';
import * as z from 'zod/mini';
import { text } from '#domain/shape.ts';
import type { StaffApi } from './staff-api.ts';

/** How often a tab says that it still has the record open (ms). */
const HERE_MS = 20_000;
/** Time after which somebody who says nothing has left (ms): a tab may end without a word. */
const GONE_MS = 50_000;

/** Ids only. why: everybody who may connect to the database can hear notifications. */
const said = z.object({ user: text, asks: z.boolean() });

/** What to follow, and whom to tell. */
export interface Together {
  /** uuid of the enquiry or order. */
  record: string;
  /** uuid of the signed-in user, who is no other. */
  userId: string;
  /** The ids of the others who have it open, in the order of their coming. */
  onOthers: (ids: readonly string[]) => void;
}

/**
 * Tells others who have the same record open that this user has, and who they are, over `/realtime/v1` broadcasts, until
 * the returned function is called. A newcomer asks, and those who are there answer.
 */
export function openTogether(api: StaffApi, { record, userId, onOthers }: Together): () => void {
  // When somebody was heard last.
  const heard = new Map<string, number>();
  let isJoined = false;
  const channel = api.channel(`record:${record}`, { config: { private: true } });
  const say = (event: 'here' | 'gone', asks = false) => {
    // why only then: the library would send it by another request, which nobody needs.
    if (isJoined) void channel.send({ type: 'broadcast', event, payload: { user: userId, asks } });
  };
  const tell = () => onOthers([...heard.keys()]);
  const beat = setInterval(() => {
    say('here');
    const late = [...heard].filter(([, at]) => performance.now() - at > GONE_MS);
    for (const [id] of late) heard.delete(id);
    if (late.length > 0) tell();
  }, HERE_MS);
  const leave = () => say('gone');
  channel
    .on('broadcast', { event: 'here' }, ({ payload }) => {
      const { data } = said.safeParse(payload);
      if (!data || data.user === userId) return;
      const isNew = !heard.has(data.user);
      heard.set(data.user, performance.now());
      if (isNew) tell();
      if (data.asks) say('here');
    })
    .on('broadcast', { event: 'gone' }, ({ payload }) => {
      const { data } = said.safeParse(payload);
      // Another tab of this user closed the record.
      if (data?.user === userId) say('here');
      else if (data && heard.delete(data.user)) tell();
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
