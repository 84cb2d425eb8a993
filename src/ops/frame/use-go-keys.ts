import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isTyping } from '#ui/is-typing.ts';
import { hasSingleKeys } from '#ui/single-keys.ts';
import type { NavigationEntry } from './ops-navigation.ts';

/** The letter must follow `g` within this time (ms). */
const FOLLOWS_WITHIN_MS = 1_500;

/**
 * `g` and then a letter opens a place of the back office; `?` calls `onHelp`. Ignored while a field has
 * focus or a dialog is open.
 */
export function useGoKeys(entries: readonly NavigationEntry[], onHelp: () => void): void {
  const navigate = useNavigate();
  const pressedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Shift') return;
    const isSecond = event.timeStamp - pressedAt.current < FOLLOWS_WITHIN_MS;
    pressedAt.current = Number.NEGATIVE_INFINITY;
    if (isTyping(event.target) || !hasSingleKeys()) return;
    const entry = isSecond && entries.find(({ key }) => key === event.key.toLowerCase());
    if (entry) {
      // why stopped: the list on the page may use the letter too.
      event.preventDefault();
      event.stopImmediatePropagation();
      void navigate(entry.link);
    } else if (event.key === 'g') {
      pressedAt.current = event.timeStamp;
    } else if (event.key === '?') {
      event.preventDefault();
      onHelp();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen, { capture: true });
    return () => document.removeEventListener('keydown', listen, { capture: true });
  }, []);
}
