import { useEffect, useId, useLayoutEffect, useSyncExternalStore } from 'react';
import type { NoticeCard } from './notice-card.tsx';
import { whenIdle } from './when-idle.ts';

/** What a notice may say besides its title. */
export interface NoticeOptions {
  description?: string;
  /** One thing to do about it. Doing it closes the notice. */
  action?: { label: string; onClick: () => void };
  /** A warning to be read in peace: a success or an information waits until it is gone. */
  stays?: boolean;
}

/** A notice as it is shown. */
export interface Notice extends NoticeOptions {
  id: number;
  tone: Tone;
  title: string;
}

type Tone = 'success' | 'failure' | 'info';

let current: Notice | null = null;
/** Shown when a notice that stays has gone. */
let waiting: Notice | null = null;
let made = 0;
/** The places for notices that are on the page now; the one opened last is shown. */
let places: readonly string[] = [];
const listeners = new Set<() => void>();
/** why late: nothing is said before the page has come to rest, and it is more than the rest here. */
let Card: typeof NoticeCard | undefined;

function tell() {
  for (const listener of listeners) listener();
}

function show(notice: Notice | null) {
  current = notice;
  prepare();
  tell();
}

/** Loads what shows a notice; after a failure the next notice tries again. */
function prepare() {
  if (Card) return;
  void import('./notice-card.tsx').then(
    (loaded) => {
      Card = loaded.NoticeCard;
      tell();
    },
    () => {},
  );
}

/** The notice on the screen; null too until it can be shown. */
export function currentNotice(): Notice | null {
  return Card ? current : null;
}

const open = (tone: Tone) => (title: string, options?: NoticeOptions) => {
  made += 1;
  const notice = { id: made, tone, title, ...options };
  if (current?.stays && tone !== 'failure') waiting = notice;
  else show(notice);
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
  /** Takes the notice away that is shown now, or only one of that tone. */
  dismiss: (tone?: Tone) => {
    if (tone && tone !== current?.tone) return;
    const next = waiting;
    waiting = null;
    show(next);
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Props of {@link Toaster}. */
export interface ToasterProps {
  /** On narrow screens above a bar of buttons at the bottom: what is under the header must stay in sight. */
  isLow?: boolean;
}

/**
 * The place where notices appear: one near the end of the body, and one in each modal dialog, because
 * everything outside of an open one is inert. A popover, put on top of the top layer anew for each
 * notice, so that nothing lies over it.
 * On narrow screens under the page's header, because bars with buttons stick to their bottom.
 * why: both live regions stand in the page before the first notice; screen readers do not announce
 * the first content of a region that was added together with it.
 */
export function Toaster({ isLow = false }: ToasterProps) {
  const id = useId();
  const onTop = useSyncExternalStore(
    subscribe,
    () => places.length === 0 || places.at(-1) === id,
    () => true,
  );
  const notice = useSyncExternalStore(subscribe, currentNotice, () => null);
  useEffect(() => whenIdle(prepare), []);
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
      className={`pointer-events-none fixed inset-x-0 z-50 m-0 flex h-auto w-auto justify-center overflow-visible border-0 bg-transparent px-4 py-0 lg:top-auto lg:bottom-6 lg:justify-start lg:px-6 print:hidden ${isLow ? 'top-auto bottom-24' : 'top-18 bottom-auto'}`}
    >
      <div role="status">{Card && shown && !urgent && <Card key={shown.id} notice={shown} />}</div>
      <div role="alert">{Card && shown && urgent && <Card key={shown.id} notice={shown} />}</div>
    </section>
  );
}

/** Puts the place around an element on top of the top layer. */
export function raise(element: HTMLElement | null) {
  const place = element?.closest<HTMLElement>('[popover]');
  // why: a browser without popovers shows the place as a part of the page, which is enough.
  if (!place || !('showPopover' in place)) return;
  place.hidePopover();
  place.showPopover();
}
