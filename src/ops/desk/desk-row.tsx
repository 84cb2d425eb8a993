import { Check } from 'lucide-react';
import { useState } from 'react';
import { exceptions, type LineEntry } from '#domain/desk/desk-counts.ts';
import { lateText, progressText, tooManyText } from '#domain/desk/desk-text.ts';
import { leftOf, type DeskLine, type DeskStep } from '#domain/desk/pick-list.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { Thumbnail } from '../kit/thumbnail.tsx';
import { DeskPieces } from './desk-pieces.tsx';
import { LineCondition } from './line-condition.tsx';

export interface DeskRowProps {
  line: DeskLine;
  entry: LineEntry;
  step: DeskStep;
  orderId: string;
  onChange: (change: LineEntry) => void;
}

/** One line of the pick list: checked off whole, or counted. */
export function DeskRow({ line, entry, step, orderId, onChange }: DeskRowProps) {
  const [isOpen, setOpen] = useState(false);
  const left = leftOf(line, step);
  const open = left - exceptions(entry);
  const { count = 0 } = entry;
  const isDone = open === 0 || count === open;
  const hasRemarks = exceptions(entry) > 0 || Boolean(entry.note) || Boolean(entry.photos?.length);
  return (
    <li aria-label={line.name} className={classNames('py-3', isDone && 'bg-green-pale/60')}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <button
          type="button"
          role="checkbox"
          aria-checked={count === 0 ? false : isDone ? true : 'mixed'}
          aria-label={`Check off ${line.name}`}
          onClick={() => onChange({ count: count === open ? 0 : open })}
          className={classNames(
            'grid size-12 shrink-0 place-items-center rounded-full border',
            isDone
              ? 'border-green bg-green text-on-fill'
              : 'border-rule-strong bg-surface text-rule-strong',
          )}
        >
          <Check aria-hidden size={20} />
        </button>
        <Thumbnail
          url={line.image ?? undefined}
          widths={[80, 160]}
          sizes="48px"
          className="h-12 w-12 shrink-0 rounded-sm cramped:hidden"
        />
        <div className="min-w-0 grow basis-0">
          <p className="text-sm font-medium break-words">{line.name}</p>
          <p className="text-xs text-ink-quiet tabular-nums">
            {line.code}
            {line.part_of && <> · part of {line.part_of}</>}
          </p>
          <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-quiet tabular-nums">
            {progressText(line)}
            {line.late_days > 0 && <Badge tone="red">{lateText(line.late_days)}</Badge>}
          </p>
        </div>
        {left > 1 && (
          <div className="flex shrink-0 items-center gap-x-3 max-sm:basis-full max-sm:flex-wrap max-sm:pl-15 sm:flex-col sm:items-end">
            <QuantityStepper
              read={readQuantity}
              label={line.name}
              value={count}
              min={0}
              max={open}
              tooMany={tooManyText(step, open)}
              onChange={(next) => onChange({ count: next })}
            />
            <span className="text-xs text-ink-quiet tabular-nums">
              {count} of {left}
            </span>
          </div>
        )}
      </div>
      {line.pieces.length > 0 && (
        <DeskPieces line={line} entry={entry} step={step} onChange={onChange} />
      )}
      {step === 'return' && (
        <div className="mt-1 flex flex-wrap gap-x-1 pl-12 max-sm:pl-0">
          <ExceptionButton
            label="Missing"
            name={line.name}
            isOn={(entry.missing ?? 0) > 0}
            onPress={() => {
              onChange({ missing: (entry.missing ?? 0) > 0 ? 0 : 1 });
              setOpen(true);
            }}
          />
          <ExceptionButton
            label="Damaged"
            name={line.name}
            isOn={(entry.damaged ?? 0) > 0}
            onPress={() => {
              onChange({ damaged: (entry.damaged ?? 0) > 0 ? 0 : 1 });
              setOpen(true);
            }}
          />
          <Button
            variant="quiet"
            size="sm"
            aria-expanded={isOpen || hasRemarks}
            aria-label={`Note, photo: ${line.name}`}
            className="px-3"
            onClick={() => setOpen(!isOpen)}
          >
            Note, photo
          </Button>
        </div>
      )}
      {step === 'return' && (isOpen || hasRemarks) && (
        <LineCondition line={line} entry={entry} orderId={orderId} onChange={onChange} />
      )}
    </li>
  );
}

interface ExceptionButtonProps {
  label: string;
  name: string;
  isOn: boolean;
  onPress: () => void;
}

function ExceptionButton({ label, name, isOn, onPress }: ExceptionButtonProps) {
  return (
    <Button
      variant={isOn ? 'secondary' : 'quiet'}
      size="sm"
      aria-pressed={isOn}
      aria-label={`${label}: ${name}`}
      className={classNames('px-3', isOn && 'border-red text-red')}
      onClick={onPress}
    >
      {label}
    </Button>
  );
}
