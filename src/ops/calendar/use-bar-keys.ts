import { useEffect, useEffectEvent, type RefObject } from 'react';
import { canMove, keyMove, movedDates } from '#domain/timeline/moves.ts';
import type { TimelineRow } from '#domain/timeline/timeline-rows.ts';
import type { BarMove } from './use-bar-move.ts';

/**
 * Keys on a bar of the timeline: left and right move it, with Shift its last day; Enter saves, Escape
 * drops; up and down go to the nearest bar of another row.
 */
export function useBarKeys(
  timeline: RefObject<HTMLElement | null>,
  rows: readonly TimelineRow[],
  move: BarMove,
) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { draft } = move;
    const button = event.target instanceof Element ? event.target.closest('[data-bar]') : null;
    const id = button?.getAttribute('data-bar');
    const row = rows.find(({ bars }) => bars.some((one) => one.id === id));
    const bar = row?.bars.find((one) => one.id === id);
    if (!button || !row || !bar || event.ctrlKey || event.metaKey || event.altKey) return;
    const isDrafted = draft?.bar.id === bar.id;
    const moved = keyMove(event.key, event.shiftKey);
    if (moved && canMove(bar, moved.grip) && !(isDrafted && move.isSaving)) {
      event.preventDefault();
      move.show({ row, bar }, movedDates(isDrafted ? draft.dates : bar, moved.grip, moved.days));
    } else if (event.key === 'Enter' && isDrafted) {
      event.preventDefault();
      move.save(draft);
    } else if (event.key === 'Escape' && isDrafted) {
      event.preventDefault();
      move.drop();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      nearestBar(button, event.key === 'ArrowUp' ? -1 : 1)?.focus();
    }
  });
  useEffect(() => {
    const element = timeline.current;
    const listener = (event: KeyboardEvent) => onKey(event);
    element?.addEventListener('keydown', listener);
    return () => element?.removeEventListener('keydown', listener);
  }, [timeline]);
}

/** The bar of the next row that has one, whose start is nearest. */
function nearestBar(from: Element, by: -1 | 1): HTMLElement | undefined {
  const left = from.getBoundingClientRect().left;
  const distance = (bar: Element) => Math.abs(bar.getBoundingClientRect().left - left);
  let row = from.closest('[role=row]');
  do {
    row = (by < 0 ? row?.previousElementSibling : row?.nextElementSibling) ?? null;
    const bars = [...(row?.querySelectorAll<HTMLElement>('[data-bar]') ?? [])];
    if (bars.length > 0) return bars.toSorted((a, b) => distance(a) - distance(b))[0];
  } while (row);
  return undefined;
}
