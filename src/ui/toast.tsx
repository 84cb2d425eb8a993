import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useId, useLayoutEffect, useState, useSyncExternalStore } from 'react';

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
/** The places for notices that are on the page now; the one opened last is shown. */
let places: readonly string[] = [];
const listeners = new Set<() => void>();

function tell() {
  for (const listener of listeners) listener();
}

function show(notice: Notice | null) {
  current = notice;
  tell();
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
  /** Something that happened elsewhere: shown only while there is nothing else to read. */
  quiet: (title: string, options?: NoticeOptions) => {
    if (!current) open('info')(title, options);
  },
  /** Takes the notice away that is shown now, if any. */
  dismiss: () => show(null),
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/**
 * The place where notices appear: one near the end of the body, and one in each modal dialog, because
 * everything outside of an open one is inert. A popover, put on top of the top layer anew for each
 * notice, so that nothing lies over it.
 * On narrow screens under the page's header, because bars with buttons stick to their bottom.
 * why: both live regions stand in the page before the first notice; screen readers do not announce
 * the first content of a region that was added together with it.
 */
export function Toaster() {
  const id = useId();
  const onTop = useSyncExternalStore(
    subscribe,
    () => places.length === 0 || places.at(-1) === id,
    () => true,
  );
  const notice = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  );
  useLayoutEffect(() => {
    places = [...places, id];
    tell();
    return () => {
      places = places.filter((one) => one !== id);
      tell();
    };
  }, [id]);
  const shown = onTop ? notice : null;
  if (!onTop) return null;
  const urgent = shown?.tone === 'failure';
  return (
    <section
      ref={raise}
      popover="manual"
      aria-label="Notifications"
      className="pointer-events-none fixed inset-x-0 top-18 bottom-auto z-50 m-0 flex h-auto w-auto justify-center overflow-visible border-0 bg-transparent px-4 py-0 lg:top-auto lg:bottom-6 lg:justify-start lg:px-6 print:hidden"
    >
      <div role="status">{shown && !urgent && <Card key={shown.id} notice={shown} />}</div>
      <div role="alert">{shown && urgent && <Card key={shown.id} notice={shown} />}</div>
    </section>
  );
}

/** Puts the place around an element on top of the top layer. */
function raise(element: HTMLElement | null) {
  const place = element?.closest<HTMLElement>('[popover]');
  // why: a browser without popovers shows the place as a part of the page, which is enough.
  if (!place || !('showPopover' in place)) return;
  place.hidePopover();
  place.showPopover();
}

const icons = { success: CircleCheck, failure: CircleAlert, info: Info };
const tints = { success: 'text-green', failure: 'text-red', info: 'text-teal' };

function Card({ notice }: { notice: Notice }) {
  const timer = useAutoDismiss(notice);
  const Icon = icons[notice.tone];
  const { action } = notice;
  return (
    <div
      ref={raise}
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
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  useEffect(() => {
    if (held) return undefined;
    const clock = setTimeout(() => {
      if (current?.id === id) notify.dismiss();
    }, time);
    return () => clearTimeout(clock);
  }, [held, id, time]);
  return {
    onMouseEnter: () => setPointed(true),
    onMouseLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}
