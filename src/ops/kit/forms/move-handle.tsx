import { GripVertical } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { classNames } from '#ui/class-names.ts';

export interface MoveHandleProps {
  /** Names the row, and says how it is moved. */
  label: string;
  /** Height and margins. */
  className?: string;
  /** Moves the row by this many places, by key. */
  onMove: (by: number) => void;
  onDragStart: () => void;
  /** The pointer that drags the row is at this height of the window. */
  onDrag: (clientY: number) => void;
  /** The row is dropped; `isCancelled` when the browser ended the drag. */
  onDrop?: (isCancelled: boolean) => void;
}

const STEPS: Partial<Record<string, number>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

/** Handle of a row that is put in order by dragging or by the arrow keys. */
export function MoveHandle({ label, className, onMove, onDragStart, ...drag }: MoveHandleProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(by);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) drag.onDrag(event.clientY);
  };
  return (
    <button
      type="button"
      data-move-handle
      aria-label={label}
      className={classNames(
        '-mr-1 grid w-7 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-quiet outline-teal hover:text-ink focus-visible:outline-2 active:cursor-grabbing max-sm:w-11',
        className,
      )}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        onDragStart();
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => drag.onDrop?.(false)}
      onPointerCancel={() => drag.onDrop?.(true)}
    >
      <GripVertical aria-hidden size={18} />
    </button>
  );
}

/** The handles of the rows in an element. */
export const handlesOf = (rows: Element | null): HTMLElement[] => [
  ...(rows?.querySelectorAll<HTMLElement>('[data-move-handle]') ?? []),
];

/** The place of the child element at a height of the window; null for none. */
export function childAt(rows: Element | null, clientY: number): number | null {
  const place = [...(rows?.children ?? [])].findIndex((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return clientY >= top && clientY < bottom;
  });
  return place < 0 ? null : place;
}
