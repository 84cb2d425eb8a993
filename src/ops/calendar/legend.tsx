import { LOOK_TEXTS, type BarLook } from '#domain/timeline/bar-text.ts';
import { BAR_LOOKS, TURNAROUND } from './bar-looks.ts';

const LISTED: readonly BarLook[] = [
  'booked',
  'held',
  'out',
  'overdue',
  'returned',
  'out-of-service',
  'hired-in',
];

/** The colours of the bars, and what the mouse and the keys do with them. */
export function Legend({ by }: { by: 'items' | 'orders' }) {
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-ink-quiet">
      <ul aria-label="Colours" className="contents">
        {LISTED.map((look) => (
          <li key={look} className="flex items-center gap-1.5">
            <span aria-hidden className={`h-3 w-5 rounded-xs ${BAR_LOOKS[look]}`} />
            {LOOK_TEXTS[look]}
          </li>
        ))}
        <li className="flex items-center gap-1.5">
          <span aria-hidden className={`h-3 w-5 rounded-xs ${TURNAROUND}`} />
          Turnaround
        </li>
        <li className="flex items-center gap-1.5">
          <span aria-hidden className="h-3 w-5 border-b-2 border-red bg-red-pale" />
          Piece missing
        </li>
      </ul>
      <p className="ml-auto max-xl:hidden print:hidden">
        {by === 'items' && 'Drag over empty days to begin something there. '}
        Drag a bar, or select it: ← → move, Shift extends, Enter saves, Esc drops.
      </p>
    </div>
  );
}
