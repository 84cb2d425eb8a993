import { present } from '#domain/clock.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { noticesQuery, readNotice } from '#data/messages/notices.ts';
import type { LiveChange } from '#data/core/live.ts';
import { isQuiet, newsText, type LiveEvent } from '#domain/messages/notice-settings.ts';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { allowSound, ring } from './notice-sound.ts';

/** Something that happened: the event, and the uuid of the row that tells of it. */
export interface LiveNews {
  event: LiveEvent;
  record: string;
}

const EVENT_OF_TABLE: Record<string, LiveEvent> = {
  enquiry_orders: 'enquiry_new',
  contact_enquiries: 'message_new',
  enquiry_answers: 'enquiry_answered',
  document_answers: 'quote_answered',
  payment_claims: 'payment_claimed',
};

/** The event of a change in the database that staff are told of; null for most. */
export function newsOf({ table, type, row }: LiveChange): LiveNews | null {
  const event = EVENT_OF_TABLE[table];
  return event && type === 'INSERT' ? { event, record: String(row['id']) } : null;
}

/** The pages on which events of a kind are seen. */
const SEEN_AT: Record<LiveEvent, RegExp> = {
  enquiry_new: /^\/ops\/crm\?.*\btab=enquiries\b/,
  message_new: /^\/ops\/(crm\?.*\btab=leads\b|customers\/)/,
  enquiry_answered: /^\/ops\/crm\?.*\btab=enquiries\b/,
  quote_answered: /^\/ops\/(documents\b|crm\?.*\btab=enquiries\b)/,
  payment_claimed: /^\/ops\/money\?.*\btab=claims\b/,
};

/** Where staff find several events of a kind. */
const LISTS: Record<LiveEvent, string> = {
  enquiry_new: '/ops/crm?tab=enquiries',
  message_new: '/ops/crm?tab=leads&messages=unhandled',
  enquiry_answered: '/ops/crm?tab=enquiries',
  quote_answered: '/ops/documents',
  payment_claimed: '/ops/money?tab=claims',
};

/**
 * Tells the user of news as they have chosen: a notice, a sound, and the number of unseen ones in the document's title.
 * Returns the function to call with news.
 */
export function useLiveNotices(): (news: readonly LiveNews[]) => void {
  const api = useStaffApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  const addUnseen = useUnseenInTitle();
  useEffect(allowSound, []);

  const tell = async (news: readonly LiveNews[]) => {
    const [first] = news;
    if (!first) return;
    const [own, notice] = await Promise.all([
      queryClient.fetchQuery(noticesQuery(api)).catch(() => null),
      news.length === 1 ? readNotice(api, first.event, first.record).catch(() => null) : null,
    ]);
    const settings = own?.settings;
    const isWanted = (way: 'screen' | 'sound') => (one: LiveNews) =>
      // why without an answer: news that nobody hears of is worse than one too many.
      settings ? settings[way].includes(one.event) : way === 'screen';
    const rings = news.find(isWanted('sound'));
    if (rings && settings && !isQuiet(settings, present())) ring(rings.record);
    const shown = news.filter(isWanted('screen')).map(({ event }) => event);
    if (shown.length === 0) return;
    addUnseen(shown);
    const one = shown.length === 1 ? notice : null;
    const path = one?.path ?? LISTS[first.event];
    notify.quiet(one?.title ?? newsText(shown), {
      ...(one?.name && { description: one.name }),
      action: { label: one ? 'Open' : 'Show', onClick: () => router.history.push(path) },
    });
  };
  return (news) => void tell(news);
}

/** Counts unseen news in the document's title; returns the function that adds some. */
function useUnseenInTitle(): (events: readonly LiveEvent[]) => void {
  const router = useRouter();
  const [unseen, setUnseen] = useState<readonly LiveEvent[]>([]);
  const href = useRouterState({ select: (state) => state.location.href });

  const leaveSeen = useCallback(
    (events: readonly LiveEvent[]) =>
      document.hasFocus() ? events.filter((event) => !SEEN_AT[event].test(href)) : events,
    [href],
  );
  useEffect(() => {
    const markSeen = () =>
      setUnseen((before) => {
        const left = leaveSeen(before);
        return left.length === before.length ? before : left;
      });
    markSeen();
    window.addEventListener('focus', markSeen);
    return () => window.removeEventListener('focus', markSeen);
  }, [leaveSeen]);

  useEffect(() => {
    const updateTitle = () => {
      const title = document.title.replace(/^\(\d+\) /, '');
      document.title = unseen.length > 0 ? `(${unseen.length}) ${title}` : title;
    };
    updateTitle();
    // why: navigation sets a new title.
    return router.subscribe('onRendered', updateTitle);
  }, [router, unseen]);
  return (events) => setUnseen((before) => [...before, ...leaveSeen(events)]);
}
