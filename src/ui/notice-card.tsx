import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import { bringToTop } from './bring-to-top.ts';

/** Optional parts of a notice. */
export interface NoticeOptions {
  description?: string;
  /** A button that acts and closes the notice. */
  action?: { label: string; onClick: () => void };
  /** A warning: success and info notices wait until it is dismissed. */
  stays?: boolean;
}

/** A notice. */
export interface Notice extends NoticeOptions {
  id: number;
  tone: Tone;
  title: string;
}

/** Kind of news that a notice tells. */
export type Tone = 'success' | 'failure' | 'info';

const SHOWN_MS = 5000;
/** why: failures and actions need more time to read (WCAG 2.2.1). */
const SHOWN_LONGER_MS = 10_000;

const icons = { success: CircleCheck, failure: CircleAlert, info: Info };
const tints = { success: 'text-green', failure: 'text-red', info: 'text-teal' };

export interface NoticeCardProps {
  notice: Notice;
  /** Dismisses this notice, unless another one replaced it. */
  onDismiss: () => void;
}

/** A notice: its text, an optional action and a close button. */
export function NoticeCard({ notice, onDismiss }: NoticeCardProps) {
  const timer = useAutoDismiss(notice, onDismiss);
  const Icon = icons[notice.tone];
  const { action } = notice;
  const card = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => position(card.current), []);
  const giveBack = useNextStop(card, Boolean(action) && notice.tone === 'success');
  return (
    <div
      ref={card}
      {...timer}
      data-tone={notice.tone}
      className="pointer-events-auto grid w-full max-w-104 grid-cols-[auto_minmax(0,1fr)_auto_auto] items-start gap-x-3 cramped:grid-cols-[auto_minmax(0,1fr)_auto] rounded-field border border-rule bg-surface py-1 pr-2 pl-4 text-ink shadow-[0_8px_30px_-8px_rgb(0_0_0/0.25)] transition duration-200 ease-calm starting:translate-y-2 starting:opacity-0"
    >
      <Icon aria-hidden className={`row-start-1 mt-3 size-5 shrink-0 ${tints[notice.tone]}`} />
      <p className="col-start-2 row-start-1 py-3 text-sm font-medium break-words">{notice.title}</p>
      {notice.description && (
        <p className="col-start-2 -col-end-1 row-start-2 -mt-2 pr-2 pb-2.5 text-sm break-words text-ink-quiet">
          {notice.description}
        </p>
      )}
      {action && (
        <button
          type="button"
          className="col-start-3 row-start-1 h-11 rounded-control px-3 text-sm font-medium text-teal hover:bg-teal-pale cramped:col-start-2 cramped:row-start-3 cramped:-mt-1 cramped:-ml-3 cramped:justify-self-start"
          onClick={() => {
            giveBack();
            onDismiss();
            action.onClick();
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="col-start-4 row-start-1 grid size-11 place-items-center rounded-control cramped:col-start-3 text-ink-quiet hover:bg-paper-deep hover:text-ink"
        onClick={() => {
          giveBack();
          onDismiss();
        }}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}

/** Dismisses the notice after its time; paused while it is hovered or focused. */
function useAutoDismiss({ tone, action }: Notice, onDismiss: () => void) {
  const time = action || tone === 'failure' ? SHOWN_LONGER_MS : SHOWN_MS;
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (held) return undefined;
    const timeout = setTimeout(() => dismiss(), time);
    return () => clearTimeout(timeout);
  }, [held, time]);
  return {
    onMouseEnter: () => setPointed(true),
    onMouseLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

/**
 * Makes a notice the next Tab stop after the button that has the focus when it comes, and back from its first and its
 * last button. why not by the order of the page: the notice is at its end, and one for all of it.
 * @returns gives the focus back to that button from one in the notice, which is about to go
 */
function useNextStop(card: RefObject<HTMLElement | null>, isNext: boolean): () => void {
  const last = useRef<HTMLElement>(null);
  useEffect(() => {
    const opener = document.activeElement;
    if (!isNext || !(opener instanceof HTMLElement) || !opener.matches('button, a'))
      return undefined;
    last.current = opener;
    const onTab = (event: KeyboardEvent) => {
      if (event.key !== 'Tab') return;
      const now = document.activeElement;
      const stops = [...(card.current?.querySelectorAll('button') ?? [])];
      if (now === opener && !event.shiftKey) {
        event.preventDefault();
        stops[0]?.focus();
      } else if (now === stops.at(event.shiftKey ? 0 : -1)) {
        if (event.shiftKey) event.preventDefault();
        // why for Tab too: the browser goes on from there.
        if (opener.isConnected) opener.focus();
      }
    };
    document.addEventListener('keydown', onTab);
    return () => document.removeEventListener('keydown', onTab);
  }, [card, isNext]);
  return () => {
    if (last.current?.isConnected && card.current?.contains(document.activeElement)) {
      last.current.focus();
    }
  };
}

/** Puts a new notice on top, clear of what has the focus. */
function position(notice: HTMLElement | null) {
  bringToTop(notice);
  return notice ? keepClear(notice) : undefined;
}

/** Space for a field's label above it and its message below it (px). */
const FIELD_MARGIN = 32;

/**
 * Keeps a notice clear of the focused field, button or link: below it, or above where there is no space (WCAG 2.4.11).
 * @returns a function that stops it
 */
function keepClear(notice: HTMLElement) {
  const place = notice.closest<HTMLElement>('[popover]');
  const move = () =>
    requestAnimationFrame(() => {
      const field = document.activeElement;
      if (!place || notice.contains(field)) return;
      if (!field?.matches('input, select, textarea, button, a')) return;
      const { top, bottom, left, right } = field.getBoundingClientRect();
      const own = notice.getBoundingClientRect();
      if (own.top > bottom + FIELD_MARGIN || own.bottom < top - FIELD_MARGIN) return;
      if (own.left > right || own.right < left) return;
      const under = bottom + FIELD_MARGIN;
      const fits = under + own.height < innerHeight;
      place.style.top = `${fits ? under : top - FIELD_MARGIN - own.height}px`;
      place.style.bottom = 'auto';
    });
  move();
  // why in an animation frame: the browser scrolls to a field after `focusin`.
  document.addEventListener('focusin', move);
  return () => {
    document.removeEventListener('focusin', move);
    place?.removeAttribute('style');
  };
}
