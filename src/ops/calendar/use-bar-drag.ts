import { useRef, type PointerEvent as ReactPointerEvent } from 'react';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { Movement } from '#domain/timeline/movements.ts';
import { canMove, draggedDays, gripAt, movedDates } from '#domain/timeline/moves.ts';
import { followDrag } from './follow-drag.ts';
import type { BarDraft } from './use-bar-move.ts';

/** The handlers of a bar. */
export interface BarActions {
  onShow: (movement: Movement, dates: RentalDates) => void;
  onDrop: () => void;
  onSave: (draft: BarDraft) => void;
  onOpen: (movement: Movement) => void;
}

/**
 * Drags a bar with a mouse or pen: the middle moves it, its ends move one end. It is saved where it is
 * let go; Escape drops it.
 * why no touch: a finger scrolls; the dates are changed in the bar's panel.
 * @param days columns of the track
 */
export function useBarDrag(
  { row, bar }: Movement,
  days: number,
  { onShow, onDrop, onSave }: Omit<BarActions, 'onOpen'>,
) {
  const wasDragged = useRef(false);
  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    wasDragged.current = false;
    const element = event.currentTarget;
    const track = element.closest('[data-track]');
    if (event.button !== 0 || event.pointerType === 'touch' || !track) return;
    const box = element.getBoundingClientRect();
    const wanted = gripAt(event.clientX - box.left, box.width);
    const grip = canMove(bar, wanted) ? wanted : 'end';
    if (!canMove(bar, grip)) return;
    const dayWidth = track.getBoundingClientRect().width / days;
    const startX = event.clientX;
    let dates: RentalDates = bar;
    followDrag(event, {
      onMove: (moved) => {
        wasDragged.current = true;
        const next = movedDates(bar, grip, draggedDays(moved.clientX - startX, dayWidth));
        if (next.from === dates.from && next.to === dates.to) return;
        dates = next;
        onShow({ row, bar }, next);
      },
      onEnd: (isLetGo) => {
        const isSame = dates.from === bar.from && dates.to === bar.to;
        if (isLetGo && !isSame) onSave({ row, bar, dates });
        else onDrop();
      },
    });
  };
  return {
    onPointerDown,
    /** Whether the press that ends now was a drag. */
    consumeDragged: () => {
      const dragged = wasDragged.current;
      wasDragged.current = false;
      return dragged;
    },
  };
}
