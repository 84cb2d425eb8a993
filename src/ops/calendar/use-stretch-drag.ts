import { useState, type PointerEvent as ReactPointerEvent } from 'react';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { daysUnder } from '#domain/timeline/moves.ts';
import type { Period } from '#domain/timeline/periods.ts';
import { followDrag } from './follow-drag.ts';

/**
 * Drags over empty days of a row with a mouse or pen; Escape drops them.
 * why no touch: a finger scrolls. There, and by keyboard, the same forms open from the CRM and the item's calendar.
 */
export function useStretchDrag(period: Period, onEnd: (dates: RentalDates) => void) {
  const [stretch, setStretch] = useState<RentalDates | null>(null);
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    const track = event.currentTarget;
    if (event.button !== 0 || event.pointerType === 'touch' || event.target !== track) return;
    const { left, width } = track.getBoundingClientRect();
    const placeOf = (x: number) => ((x - left) / width) * period.days;
    const startX = event.clientX;
    let dates: RentalDates | null = null;
    followDrag(event, {
      onMove: ({ clientX }) => {
        dates = daysUnder(period, placeOf(startX), placeOf(clientX));
        setStretch(dates);
      },
      onEnd: (isLetGo) => {
        setStretch(null);
        if (isLetGo && dates) onEnd(dates);
      },
    });
  };
  return { stretch, onPointerDown };
}
