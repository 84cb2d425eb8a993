import { useState } from 'react';
import { formatMoment } from '#domain/dates.ts';
import { CONDITION_LABELS, movementText, reasonText } from '#domain/desk/desk-text.ts';
import type { DeskLine, DeskMovement, PickList } from '#domain/desk/pick-list.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Photos } from './line-photos.tsx';
import type { Printed } from './printed-desk.tsx';
import { UndoMovement } from './undo-movement.tsx';

export interface MovementHistoryProps {
  pick: PickList;
  onPrint: (printed: Printed) => void;
}

/** Hand-overs and returns of an order, newest first: each can be printed, or undone with a reason. */
export function MovementHistory({ pick, onPrint }: MovementHistoryProps) {
  const [undoing, setUndoing] = useState<DeskMovement | null>(null);
  if (pick.movements.length === 0) return null;
  return (
    <section aria-label="History" className="mt-8">
      <h2 className="border-b border-rule pb-1.5 text-sm font-semibold">History</h2>
      <ol className="divide-y divide-rule">
        {pick.movements.map((movement) => (
          <MovementEntry
            key={movement.id}
            movement={movement}
            lines={pick.lines}
            onPrint={() => onPrint(movement)}
            onUndo={() => setUndoing(movement)}
          />
        ))}
      </ol>
      <UndoMovement movement={undoing} lines={pick.lines} onClose={() => setUndoing(null)} />
    </section>
  );
}

interface MovementEntryProps {
  movement: DeskMovement;
  /** Of the order. */
  lines: readonly DeskLine[];
  onPrint: () => void;
  onUndo: () => void;
}

function MovementEntry({ movement, lines: rows, onPrint, onUndo }: MovementEntryProps) {
  const { created_at, by, undone_at, undo_reason, lines } = movement;
  const isUndone = undone_at !== null;
  const why = reasonText(movement);
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-1 py-3 text-sm">
      <div className="min-w-0 grow basis-64">
        <p className={classNames('font-medium', isUndone && 'text-ink-quiet line-through')}>
          {movementText(movement, rows)}
        </p>
        <p className="text-ink-quiet">
          {formatMoment(created_at)} · {by ?? 'Staff'}
          {why && ` · ${why}`}
        </p>
        {isUndone && (
          <p className="text-ink-quiet">
            Undone {formatMoment(undone_at)}: {undo_reason}
          </p>
        )}
        <ul className="mt-1 space-y-1">
          {lines.map((line) => (
            <li key={`${line.line}:${line.item}:${line.condition}`}>
              <span className="tabular-nums">
                {line.name} × {line.quantity}
              </span>{' '}
              {line.condition !== 'good' && (
                <Badge tone={line.condition === 'missing' ? 'red' : 'amber'}>
                  {CONDITION_LABELS[line.condition]}
                </Badge>
              )}
              {line.note && <span className="text-ink-quiet"> {line.note}</span>}
              {line.photos.length > 0 && (
                <span className="mt-1 flex flex-wrap gap-2">
                  <Photos names={line.photos} label={`Photo of ${line.name}`} />
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {!isUndone && (
        <div className="flex gap-1">
          <Button variant="quiet" size="sm" onClick={onPrint}>
            Print receipt
          </Button>
          <Button variant="quiet" size="sm" onClick={onUndo}>
            Undo
          </Button>
        </div>
      )}
    </li>
  );
}
