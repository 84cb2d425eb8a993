import { useEffect, useId, useLayoutEffect, useSyncExternalStore } from 'react';
import { bringToTop } from './bring-to-top.ts';
import type { Notice, NoticeCard, NoticeOptions, Tone } from './notice-card.tsx';
import { whenUsed } from './when-used.ts';

let current: Notice | null = null;
/** Shown after a notice that `stays` is dismissed. */
let pending: Notice | null = null;
let lastId = 0;
/** Ids of the mounted toasters; the last one shows the notice. */
let toasters: readonly string[] = [];
const listeners = new Set<() => void>();
/** why lazy: few notices appear before somebody uses the page, and the card is most of this code. */
let Card: typeof NoticeCard | undefined;

function notifyListeners() {
  for (const listener of listeners) listener();
}

function show(notice: Notice | null) {
  current = notice;
  loadCard();
  notifyListeners();
}

/** Loads the notice card; after a failure the next notice tries again. */
function loadCard() {
  if (Card) return;
  void import('./notice-card.tsx').then(
    (loaded) => {
      Card = loaded.NoticeCard;
      notifyListeners();
    },
    () => {},
  );
}

/** The notice on the screen; null until the card has loaded. */
const currentNotice = () => (Card ? current : null);

const open = (tone: Tone) => (title: string, options?: NoticeOptions) => {
  lastId += 1;
  const notice = { id: lastId, tone, title, ...options };
  if (current?.stays && tone !== 'failure') pending = notice;
  else show(notice);
};

/**
 * Shows a notice, one at a time: a new one replaces the last. Works from anywhere in the browser, inside
 * React or not.
 */
export const notify = {
  success: open('success'),
  failure: open('failure'),
  info: open('info'),
  /** Something that happened elsewhere: visible only while no other notice is. */
  quiet: (title: string, options?: NoticeOptions) => {
    if (!current) open('info')(title, options);
  },
  /** Dismisses the current notice, or only one of that tone. */
  dismiss: (tone?: Tone) => {
    if (tone && tone !== current?.tone) return;
    const next = pending;
    pending = null;
    show(next);
  },
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export interface ToasterProps {
  /** On narrow screens at the bottom, above a bar of buttons, instead of under the header. */
  isLow?: boolean;
}

/**
 * Where notices appear: one near the end of the body, and one in each modal dialog, since everything
 * outside an open dialog is inert. A popover that is moved to the top of the top layer for each notice.
 * On narrow screens it is under the header, because sticky bars of buttons are at the bottom.
 * why two live regions from the start: screen readers do not announce content that is added together
 * with its region.
 */
export function Toaster({ isLow = false }: ToasterProps) {
  const id = useId();
  const onTop = useSyncExternalStore(
    subscribe,
    () => toasters.length === 0 || toasters.at(-1) === id,
    () => true,
  );
  const notice = useSyncExternalStore(subscribe, currentNotice, () => null);
  useEffect(() => whenUsed(loadCard), []);
  useLayoutEffect(() => {
    toasters = [...toasters, id];
    notifyListeners();
    return () => {
      toasters = toasters.filter((one) => one !== id);
      notifyListeners();
    };
  }, [id]);
  const visible = onTop ? notice : null;
  const dismiss = () => {
    if (current?.id === visible?.id) notify.dismiss();
  };
  if (!onTop) return null;
  const urgent = visible?.tone === 'failure';
  return (
    <section
      ref={bringToTop}
      popover="manual"
      aria-label="Notifications"
      className={`pointer-events-none fixed inset-x-0 z-50 m-0 flex h-auto w-auto justify-center overflow-visible border-0 bg-transparent px-4 py-0 lg:top-auto lg:bottom-6 lg:justify-start lg:px-6 print:hidden ${isLow ? 'top-auto bottom-24' : 'top-18 bottom-auto'}`}
    >
      <div role="status">
        {Card && visible && !urgent && (
          <Card key={visible.id} notice={visible} onDismiss={dismiss} />
        )}
      </div>
      <div role="alert">
        {Card && visible && urgent && (
          <Card key={visible.id} notice={visible} onDismiss={dismiss} />
        )}
      </div>
    </section>
  );
}
