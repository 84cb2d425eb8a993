import { useQueryClient } from '@tanstack/react-query';
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { noticesQuery } from '#data/messages/notices.ts';
import { notify } from '#ui/toast.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { keepDevice, pushSupport } from './push-device.ts';

/** In localStorage once this browser was offered notices. */
const OFFERED = 'ops-notices-offered';

/** Keeps this browser's subscription saved, and follows what its service worker asks open pages to do. */
export function usePushDevice(userId: string): void {
  const api = useStaffApi();
  const router = useRouter();
  useEffect(() => {
    const keep = () => void keepDevice(api, userId).catch(() => {});
    return whenIdle(keep);
  }, [api, userId]);
  useEffect(() => {
    if (!('serviceWorker' in navigator)) return undefined;
    const onMessage = ({ data }: MessageEvent<unknown>) => {
      const { kind, path } = Object(data) as { kind?: unknown; path?: unknown };
      if (kind === 'open-notice' && typeof path === 'string' && path.startsWith('/ops/')) {
        router.history.push(path);
      }
      if (kind === 'save-subscription') void keepDevice(api, userId).catch(() => {});
    };
    navigator.serviceWorker.addEventListener('message', onMessage);
    return () => navigator.serviceWorker.removeEventListener('message', onMessage);
  }, [api, router, userId]);
}

/**
 * Offers notices on this device once, after the first enquiry was read and closed.
 * why then: the user knows by then what they would be told of, and nothing is asked on a page that just opened.
 */
export function useNoticeOffer(): void {
  const api = useStaffApi();
  const router = useRouter();
  const queryClient = useQueryClient();
  const isReading = useRouterState({
    select: ({ location }) => /[?&]tab=enquiries\b.*[?&]open=/.test(location.href),
  });
  const wasReading = useRef(false);
  useEffect(() => {
    const isClosed = wasReading.current && !isReading;
    wasReading.current = isReading;
    if (!isClosed || localStorage.getItem(OFFERED) !== null) return;
    if (pushSupport() !== 'supported' || Notification.permission !== 'default') return;
    const offer = async () => {
      const own = await queryClient.fetchQuery(noticesQuery(api)).catch(() => null);
      if (!own?.key || localStorage.getItem(OFFERED) !== null) return;
      localStorage.setItem(OFFERED, '1');
      notify.quiet('Hear of new enquiries on this device?', {
        description: 'Also while the back office is closed.',
        action: { label: 'Set up', onClick: () => void router.navigate({ to: '/ops/notices' }) },
      });
    };
    void offer();
  }, [api, isReading, queryClient, router]);
}
