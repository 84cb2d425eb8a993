import { useState, type PointerEvent as ReactPointerEvent } from 'react';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { daysUnder } from '#domain/timeline/moves.ts';
import type { Period } from '#domain/timeline/periods.ts';
import { PRESS_DISTANCE } from './use-bar-drag.ts';

/**
 * Drags over empty days of a row with a mouse or pen; Escape drops them.
 * why no touch: a finger scrolls. By keyboard the row's link leads to the same forms.
 */
export function useStretchDrag(period: Period, onEnd: (dates: RentalDates) => void) {
  const [stretch, setStretch] = useState<RentalDates | null>(null);
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const track = event.currentTarget;
    if (event.button !== 0 || event.pointerType === 'touch' || event.target !== track) return;
    // why: the page would select text.
    event.preventDefault();
    const { left, width } = track.getBoundingClientRect();
    const placeOf = (x: number) => ((x - left) / width) * period.days;
    const startX = event.clientX;
    let dates: RentalDates | null = null;
    track.setPointerCapture(event.pointerId);
    const ending = new AbortController();
    const { signal } = ending;
    const finish = (isTaken: boolean) => {
      ending.abort();
      setStretch(null);
      if (isTaken && dates) onEnd(dates);
    };
    const onMove = ({ clientX }: PointerEvent) => {
      if (!dates && Math.abs(clientX - startX) < PRESS_DISTANCE) return;
      dates = daysUnder(period, placeOf(startX), placeOf(clientX));
      setStretch(dates);
    };
    track.addEventListener('pointermove', onMove, { signal });
    track.addEventListener('pointerup', () => finish(true), { signal });
    track.addEventListener('pointercancel', () => finish(false), { signal });
    document.addEventListener(
      'keydown',
      (key) => {
        if (key.key !== 'Escape') return;
        key.stopPropagation();
        finish(false);
      },
      { signal, capture: true },
    );
  };
  return { stretch, onPointerDown };
}
