import type { PointerEvent as ReactPointerEvent } from 'react';

/** Pixels that a pointer may move and still press. */
const PRESS_DISTANCE = 4;

export interface Drag {
  /** The pointer has moved further than a press does. */
  onMove: (moved: PointerEvent) => void;
  /** It is over: let go, or dropped by Escape or by the browser. */
  onEnd: (isLetGo: boolean) => void;
}

/** Follows a pointer from where it was pressed on an element until it is let go. */
export function followDrag(
  { currentTarget: element, clientX, pointerId }: ReactPointerEvent<HTMLElement>,
  { onMove, onEnd }: Drag,
): void {
  const ending = new AbortController();
  const { signal } = ending;
  let isDragged = false;
  const move = (moved: PointerEvent) => {
    isDragged ||= Math.abs(moved.clientX - clientX) >= PRESS_DISTANCE;
    if (isDragged) onMove(moved);
  };
  const finish = (isLetGo: boolean) => {
    ending.abort();
    onEnd(isLetGo);
  };
  element.setPointerCapture(pointerId);
  element.addEventListener('pointermove', move, { signal });
  element.addEventListener('pointerup', () => finish(true), { signal });
  element.addEventListener('pointercancel', () => finish(false), { signal });
  document.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape') return;
      key.stopPropagation();
      finish(false);
    },
    { signal, capture: true },
  );
}
