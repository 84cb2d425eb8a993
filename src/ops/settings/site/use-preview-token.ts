import { present } from '#domain/clock.ts';
import { useEffect, useState } from 'react';
import { makePreview } from '#data/settings/settings.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** Time before its end when a preview link is replaced (ms). */
const RENEWED_BEFORE_MS = 5 * 60_000;
/** Delay before a failed attempt is repeated (ms). */
const RETRY_MS = 15_000;

/** The secret of a preview link that is valid, renewed before it ends; null until there is one. */
export function usePreviewToken(): string | null {
  const api = useStaffApi();
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let endsAt = 0;
    let isStopped = false;
    const renewLater = (delay: number) => {
      clearTimeout(timer);
      if (!isStopped) timer = setTimeout(() => void renew(), delay);
    };
    const renew = async () => {
      try {
        const made = await makePreview(api);
        endsAt = Date.parse(made.expires_at);
        if (!isStopped) setToken(made.token);
        renewLater(Math.max(RETRY_MS, endsAt - present().getTime() - RENEWED_BEFORE_MS));
      } catch {
        // why silent: the page itself shows that the server does not answer.
        renewLater(RETRY_MS);
      }
    };
    // why: timers wait while the device sleeps.
    const onVisible = () => {
      if (endsAt > 0 && endsAt - present().getTime() < RENEWED_BEFORE_MS) void renew();
    };
    void renew();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isStopped = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [api]);
  return token;
}
