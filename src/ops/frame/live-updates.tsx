import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { subscribeToChanges, type LiveChange } from '#data/core/live.ts';
import { staffConnection } from '#data/core/staff-api.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { newsOf, useLiveNotices, type LiveNews } from '../live/use-live-notices.ts';
import { useNoticeOffer, usePushDevice } from '../live/use-push-device.ts';
import { useConnectionLost } from '../kit/use-connection-lost.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** why: batches changes that arrive together into one refetch. */
const BATCH_MS = 100;
/** why: a short interruption is not worth a notice. */
const NOTICE_DELAY_MS = 3_000;
/** Polling interval while the live connection is down. */
const REFETCH_MS = 30_000;

/**
 * Keeps the back office up to date: refetches when the database reports a change, tells the user of
 * news, and shows when live updates are paused.
 * @param userId of the signed-in user
 */
export function LiveUpdates({ userId }: { userId: string }) {
  const paused = useFreshData(useLiveNotices());
  usePushDevice(userId);
  useNoticeOffer();
  // why: the connection banner already explains it.
  if (useConnectionLost() || !paused) return null;
  return (
    <p role="status" className="flex items-center gap-1.5 px-2 text-xs text-ink-quiet">
      <CloudOff aria-hidden size={15} className="shrink-0 text-amber" />
      Live updates are paused
    </p>
  );
}

/** Subscribes to database changes; returns whether live updates are paused. */
function useFreshData(onNews: (news: readonly LiveNews[]) => void): boolean {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const connection = staffConnection(backend);
  const queryClient = useQueryClient();
  const [live, setLive] = useState(true);
  const [paused, setPaused] = useState(false);
  const latestOnNews = useRef(onNews);
  useEffect(() => {
    latestOnNews.current = onNews;
  });

  useEffect(() => {
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    let newest: LiveNews[] = [];
    let joined = false;
    const refetch = () => {
      batchTimer = undefined;
      void queryClient.invalidateQueries({ queryKey: staffKeys.all });
      if (newest.length > 0) latestOnNews.current(newest);
      newest = [];
    };
    const onChange = (change: LiveChange) => {
      const news = newsOf(change);
      if (news) newest.push(news);
      batchTimer ??= setTimeout(refetch, BATCH_MS);
    };
    const onConnected = (now: boolean) => {
      setLive(now);
      if (!now) connection.check();
      // why: changes during an interruption are not delivered later.
      if (now && joined) refetch();
      joined ||= now;
    };
    const stop = subscribeToChanges(api, { onChange, onConnected });
    return () => {
      clearTimeout(batchTimer);
      stop();
    };
  }, [api, connection, queryClient]);

  useEffect(() => {
    if (live) return undefined;
    const noticeTimer = setTimeout(() => setPaused(true), NOTICE_DELAY_MS);
    const refetch = () => void queryClient.invalidateQueries({ queryKey: staffKeys.all });
    const timer = setInterval(refetch, REFETCH_MS);
    window.addEventListener('focus', refetch);
    return () => {
      clearTimeout(noticeTimer);
      clearInterval(timer);
      window.removeEventListener('focus', refetch);
      setPaused(false);
    };
  }, [live, queryClient]);
  return paused;
}
