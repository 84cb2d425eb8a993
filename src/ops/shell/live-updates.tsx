import { useQueryClient } from '@tanstack/react-query';
import { useRouteContext, useRouter, useRouterState } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { subscribeToChanges, type LiveChange } from '#data/live.ts';
import { staffConnection } from '#data/staff-api.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import { notify } from '#ui/toast.tsx';
import { useConnectionLost } from '../use-connection-lost.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** why: batches changes that arrive together into one refetch. */
const BATCH_MS = 250;
/** why: a short interruption is not worth a notice. */
const NOTICE_DELAY_MS = 3_000;
/** Polling interval while the live connection is down. */
const REFETCH_MS = 30_000;

/**
 * Keeps the back office up to date: refetches when the database reports a change, notifies of new
 * enquiries, and shows when live updates are paused.
 */
export function LiveUpdates() {
  const newEnquiries = useNewEnquiries();
  const paused = useFreshData(newEnquiries);
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
function useFreshData(onEnquiry: (numbers: string[]) => void): boolean {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const connection = staffConnection(backend);
  const queryClient = useQueryClient();
  const [live, setLive] = useState(true);
  const [paused, setPaused] = useState(false);
  const latestOnEnquiry = useRef(onEnquiry);
  useEffect(() => {
    latestOnEnquiry.current = onEnquiry;
  });

  useEffect(() => {
    let batchTimer: ReturnType<typeof setTimeout> | undefined;
    let newNumbers: string[] = [];
    let joined = false;
    const refetch = () => {
      batchTimer = undefined;
      void queryClient.invalidateQueries({ queryKey: staffKeys.all });
      if (newNumbers.length > 0) latestOnEnquiry.current(newNumbers);
      newNumbers = [];
    };
    const onChange = ({ table, type, row }: LiveChange) => {
      if (table === 'enquiry_orders' && type === 'INSERT') {
        newNumbers.push(String(row['enquiry_number']));
      }
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

/** Notifies of new enquiries and counts the unseen ones in the document title. */
function useNewEnquiries(): (numbers: string[]) => void {
  const router = useRouter();
  const [unseen, setUnseen] = useState(0);
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  const onList = pathname === '/ops/crm' && 'tab' in search && search.tab === 'enquiries';

  useEffect(() => {
    const markSeen = () => {
      if (onList && document.hasFocus()) setUnseen(0);
    };
    markSeen();
    window.addEventListener('focus', markSeen);
    return () => window.removeEventListener('focus', markSeen);
  }, [onList]);

  useEffect(() => {
    const updateTitle = () => {
      const title = document.title.replace(/^\(\d+\) /, '');
      document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
    };
    updateTitle();
    // why: navigation sets a new title.
    return router.subscribe('onRendered', updateTitle);
  }, [router, unseen]);

  return (numbers) => {
    if (!(onList && document.hasFocus())) setUnseen((before) => before + numbers.length);
    const [first] = numbers;
    const one = numbers.length === 1;
    notify.quiet(one ? `New enquiry ${first}` : `${numbers.length} new enquiries`, {
      action: {
        label: one ? 'Open' : 'Show',
        onClick: () => {
          const open = one && first ? { open: first } : {};
          void router.navigate({ to: '/ops/crm', search: { tab: 'enquiries', ...open } });
        },
      },
    });
  };
}
