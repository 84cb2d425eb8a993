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

/** why: what changes together is read again together. */
const GATHER_MS = 250;
/** why: a connection that comes back at once is not worth a word. */
const PATIENCE_MS = 3_000;
/** How often the page is read anew while the connection is down. */
const REFETCH_MS = 30_000;

/**
 * Keeps what the back office shows as the database has it: reads the page's data again when
 * something changed, tells of new enquiries, and says so while live updates are paused.
 */
export function LiveUpdates() {
  const newEnquiries = useNewEnquiries();
  const paused = useFreshData(newEnquiries);
  // why: the banner under the header says more.
  if (useConnectionLost() || !paused) return null;
  return (
    <p role="status" className="flex items-center gap-1.5 px-2 text-xs text-ink-quiet">
      <CloudOff aria-hidden size={15} className="shrink-0 text-amber" />
      Live updates are paused
    </p>
  );
}

/** Follows the database; returns whether that is impossible at the moment. */
function useFreshData(onEnquiry: (numbers: string[]) => void): boolean {
  const api = useStaffApi();
  const { backend } = useRouteContext({ from: '__root__' });
  const connection = staffConnection(backend);
  const queryClient = useQueryClient();
  const [live, setLive] = useState(true);
  const [paused, setPaused] = useState(false);
  const told = useRef(onEnquiry);
  useEffect(() => {
    told.current = onEnquiry;
  });

  useEffect(() => {
    let gathering: ReturnType<typeof setTimeout> | undefined;
    let arrived: string[] = [];
    let joined = false;
    const renew = () => {
      gathering = undefined;
      void queryClient.invalidateQueries({ queryKey: staffKeys.all });
      if (arrived.length > 0) told.current(arrived);
      arrived = [];
    };
    const onChange = ({ table, type, row }: LiveChange) => {
      if (table === 'enquiry_orders' && type === 'INSERT') {
        arrived.push(String(row['enquiry_number']));
      }
      gathering ??= setTimeout(renew, GATHER_MS);
    };
    const onConnected = (now: boolean) => {
      setLive(now);
      if (!now) connection.check();
      // why: what happened while nobody listened is not told afterwards.
      if (now && joined) renew();
      joined ||= now;
    };
    const stop = subscribeToChanges(api, { onChange, onConnected });
    return () => {
      clearTimeout(gathering);
      stop();
    };
  }, [api, connection, queryClient]);

  useEffect(() => {
    if (live) return undefined;
    const patience = setTimeout(() => setPaused(true), PATIENCE_MS);
    const renew = () => void queryClient.invalidateQueries({ queryKey: staffKeys.all });
    const timer = setInterval(renew, REFETCH_MS);
    window.addEventListener('focus', renew);
    return () => {
      clearTimeout(patience);
      clearInterval(timer);
      window.removeEventListener('focus', renew);
      setPaused(false);
    };
  }, [live, queryClient]);
  return paused;
}

/** Says that enquiries came in, and counts them before the page's title until the list was seen. */
function useNewEnquiries(): (numbers: string[]) => void {
  const router = useRouter();
  const [unseen, setUnseen] = useState(0);
  const { pathname, search } = useRouterState({ select: (state) => state.location });
  const onList = pathname === '/ops/crm' && 'tab' in search && search.tab === 'enquiries';

  useEffect(() => {
    const look = () => {
      if (onList && document.hasFocus()) setUnseen(0);
    };
    look();
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [onList]);

  useEffect(() => {
    const entitle = () => {
      const title = document.title.replace(/^\(\d+\) /, '');
      document.title = unseen > 0 ? `(${unseen}) ${title}` : title;
    };
    entitle();
    // why: each page says its own title.
    return router.subscribe('onRendered', entitle);
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
