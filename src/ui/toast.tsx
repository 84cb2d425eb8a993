import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** What a notice may say besides its title. */
export interface NoticeOptions {
  description?: string;
  /** One thing to do about it. Doing it closes the notice. */
  action?: { label: string; onClick: () => void };
}

interface Notice extends NoticeOptions {
  id: number;
  tone: Tone;
  title: string;
}

type Tone = 'success' | 'failure' | 'info';

const SHOWN_MS = 5000;
/** why: something to read twice or to act on needs longer (WCAG 2.2.1). */
const SHOWN_LONGER_MS = 10_000;

let current: Notice | null = null;
let made = 0;
const listeners = new Set<() => void>();

function show(notice: Notice | null) {
  current = notice;
  for (const listener of listeners) listener();
}

const open = (tone: Tone) => (title: string, options?: NoticeOptions) => {
  made += 1;
  show({ id: made, tone, title, ...options });
};

/**
 * Says something to the person at the screen, one notice at a time: a new one takes the place of the
 * one before (spec, public side §9). Works from anywhere in the browser, inside React or not.
 */
export const notify = {
  success: open('success'),
  failure: open('failure'),
  info: open('info'),
  /** Takes the notice away that is shown now, if any. */
  dismiss: () => show(null),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * The place where notices appear; once per page, near the end of the body.
 * On narrow screens under the page's header, because bars with buttons stick to their bottom.
 * why: both live regions stand in the page before the first notice; screen readers do not announce
 * the first content of a region that was added together with it.
 */
export function Toaster() {
  const notice = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  const urgent = notice?.tone === 'failure';
  return (
    <section
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 top-18 z-50 flex justify-center px-4 lg:top-auto lg:bottom-6 lg:justify-start lg:px-6 print:hidden"
    >
      <div role="status">{notice && !urgent && <Card key={notice.id} notice={notice} />}</div>
      <div role="alert">{notice && urgent && <Card key={notice.id} notice={notice} />}</div>
    </section>
  );
}

const icons = { success: CircleCheck, failure: CircleAlert, info: Info };
const tints = { success: 'text-green', failure: 'text-red', info: 'text-teal' };

function Card({ notice }: { notice: Notice }) {
  const timer = useAutoDismiss(notice);
  const Icon = icons[notice.tone];
  const { action } = notice;
  return (
    <div
      {...timer}
      data-tone={notice.tone}
      className="pointer-events-auto flex w-[min(26rem,calc(100vw-2rem))] items-start gap-3 rounded-field border border-rule bg-surface py-2 pr-2 pl-4 text-ink shadow-[0_8px_30px_-8px_rgb(0_0_0/0.25)] transition duration-200 ease-calm starting:translate-y-2 starting:opacity-0"
    >
      <Icon aria-hidden className={`mt-2.5 size-5 shrink-0 ${tints[notice.tone]}`} />
      <div className="min-w-0 flex-1 py-2">
        <p className="text-sm font-medium break-words">{notice.title}</p>
        {notice.description && (
          <p className="mt-0.5 text-sm break-words text-ink-quiet">{notice.description}</p>
        )}
      </div>
      {action && (
        <button
          type="button"
          className="h-11 shrink-0 rounded-control px-3 text-sm font-medium text-teal hover:bg-teal-pale"
          onClick={() => {
            notify.dismiss();
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-11 shrink-0 place-items-center rounded-control text-ink-quiet hover:bg-paper-deep hover:text-ink"
        onClick={() => notify.dismiss()}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** Takes the notice away after its time; the clock stands while it is pointed at or focused. */
function useAutoDismiss({ id, tone, action }: Notice) {
  const time = action || tone === 'failure' ? SHOWN_LONGER_MS : SHOWN_MS;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return undefined;
    const clock = setTimeout(() => {
      if (current?.id === id) notify.dismiss();
    }, time);
    return () => clearTimeout(clock);
  }, [held, id, time]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release };
}
