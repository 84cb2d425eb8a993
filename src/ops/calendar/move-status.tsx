import { movedText, shortLineText } from '#domain/timeline/bar-text.ts';
import { Button } from '#ui/button.tsx';
import type { BarMove } from './use-bar-move.ts';

/** The new days of the bar that is being moved, whether they fit, and how to save or drop them. */
export function MoveStatus({ move }: { move: BarMove }) {
  const { draft, fit, shortages, isSaving } = move;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar,0px)+1rem)] z-30 px-4 print:hidden"
    >
      {draft && (
        <div className="pointer-events-auto mx-auto flex w-fit max-w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-rule-strong bg-surface py-2 pr-2 pl-4 text-sm">
          <p>
            <span className="font-medium">{movedText(draft.bar, draft.dates)}</span>
            <span className={fit === 'short' ? 'text-red' : 'text-ink-quiet'}>
              {fit === 'unknown' && ' · checking…'}
              {fit === 'fits' && ' · free'}
              {fit === 'short' && ` · ${shortages.map(shortLineText).join(' · ')}`}
            </span>
          </p>
          <span className="flex gap-2">
            <Button size="sm" busy={isSaving} title="Save (Enter)" onClick={() => move.save(draft)}>
              {isSaving ? 'Saving...' : 'Save'}
            </Button>
            <Button variant="secondary" size="sm" title="Drop (Esc)" onClick={move.drop}>
              Drop
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
