import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react';
import type { TaxClass } from '#domain/documents/tax-classes.ts';
import type { DocumentItem } from '#domain/documents/document-record.ts';
import type { DraftProblems, EditedLine } from '#domain/documents/edited-draft.ts';
import { classOfLine, withClass } from '#domain/documents/edited-lines.ts';
import type { LineAmounts } from '#domain/documents/sums.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Thumbnail } from '../kit/thumbnail.tsx';
import { fieldId } from './field-ids.ts';

/** Columns of the lines on a wide screen; on a narrow one a line takes several rows. */
export const LINE_GRID =
  'grid gap-x-2 max-sm:grid-cols-6 sm:max-xl:grid-cols-12 xl:grid-cols-[minmax(12rem,1fr)_3.5rem_3.5rem_6rem_5.5rem_8.5rem_6.5rem_6.5rem]';

const INPUT =
  'h-11 w-full min-w-0 rounded-sm border bg-surface px-2 text-base hover:border-ink-quiet sm:h-9 sm:text-sm';

/** Keys that act on a whole line. */
export interface LineKeys {
  /** Enter: a new line below. */
  onAdd: () => void;
  /** Alt with an arrow. */
  onMove: (by: -1 | 1) => void;
  /** An arrow: the same field of the line above or below. */
  onLeave: (by: -1 | 1, field: string) => void;
}

export interface DocumentLineRowProps extends LineKeys {
  line: EditedLine;
  /** From 0. */
  at: number;
  isLast: boolean;
  /** Amounts of a preview; undefined for a line into which nothing was typed. */
  amounts: LineAmounts | undefined;
  item: DocumentItem | null;
  classes: readonly TaxClass[];
  problems: DraftProblems;
  onChange: (line: EditedLine) => void;
  onRemove: () => void;
}

/** A line of a draft with its fields. */
export function DocumentLineRow(props: DocumentLineRowProps) {
  const { line, at, isLast, amounts, item, classes, problems, onChange, onRemove, onMove } = props;
  const name = line.text.trim() || `line ${at + 1}`;
  const isHeading = line.kind === 'heading';
  const fields = ['text', 'quantity', 'days', 'price', 'discount'] as const;
  const wrong = ['line', ...fields].flatMap((field) => problems[`lines.${at}.${field}`] ?? []);
  const cell = (field: (typeof fields)[number]): ComponentProps<'input'> => ({
    id: fieldId(`lines.${at}.${field}`),
    value: line[field],
    autoComplete: 'off',
    'aria-invalid': problems[`lines.${at}.${field}`] ? true : undefined,
    'aria-describedby': wrong.length > 0 ? fieldId(`lines.${at}.note`) : undefined,
    className: classNames(
      INPUT,
      problems[`lines.${at}.${field}`] ? 'border-red' : 'border-rule',
      field !== 'text' && 'text-right',
    ),
    onChange: (event) => onChange({ ...line, [field]: event.target.value }),
    onKeyDown: (event) => pressed(event, field, props),
  });
  const taxClass = classOfLine(line, classes);
  return (
    <div role="row" className={`${LINE_GRID} items-start gap-y-2 border-b border-rule py-2`}>
      <div
        role="cell"
        className={classNames(
          'flex min-w-0 items-start gap-2 max-xl:col-span-full',
          isHeading && 'xl:col-span-7',
        )}
      >
        {item && (
          <Thumbnail
            url={item.picture ?? undefined}
            widths={[80, 160]}
            sizes="48px"
            className="h-9 w-12 shrink-0 rounded-sm"
          />
        )}
        <span className="min-w-0 grow">
          <input
            {...cell('text')}
            aria-label={isHeading ? `Heading, line ${at + 1}` : `Text of line ${at + 1}`}
            placeholder={isHeading ? 'Heading' : 'Delivery, make-up …'}
            maxLength={200}
            className={classNames(cell('text').className, isHeading && 'font-semibold')}
          />
          {item && <span className="text-xs text-ink-quiet tabular-nums">{item.code}</span>}
        </span>
      </div>
      {!isHeading && (
        <>
          <Cell label="Qty">
            <input {...cell('quantity')} inputMode="numeric" aria-label={`Quantity of ${name}`} />
          </Cell>
          <Cell label="Days">
            <input
              {...cell('days')}
              inputMode="numeric"
              placeholder="Once"
              aria-label={`Days of ${name}, empty for once`}
            />
          </Cell>
          <Cell label="Price (₹)" className="max-sm:col-span-2 sm:max-xl:col-span-3">
            <input {...cell('price')} inputMode="decimal" aria-label={`Price of ${name}`} />
          </Cell>
          <Cell label="Discount">
            <input
              {...cell('discount')}
              placeholder="10% or ₹"
              aria-label={`Discount of ${name}, percent or rupees`}
            />
          </Cell>
          <Cell label="Tax" className="max-sm:col-span-4 sm:max-xl:col-span-3">
            <select
              id={fieldId(`lines.${at}.sac`)}
              aria-label={`Tax class of ${name}`}
              value={taxClass?.id ?? ''}
              onChange={(event) => {
                const selected = classes.find(({ id }) => id === event.target.value);
                if (selected) onChange(withClass(line, selected));
              }}
              className={`${INPUT} border-rule`}
            >
              {!taxClass && (
                <option value="">
                  {line.rate === null ? 'none' : `${line.sac ?? ''} · ${line.rate}% (former)`}
                </option>
              )}
              {classes.map(({ id, label, rate }) => (
                <option key={id} value={id}>
                  {label} · {rate}%
                </option>
              ))}
            </select>
          </Cell>
          <div
            role="cell"
            className="text-right text-sm tabular-nums max-sm:col-span-3 sm:max-xl:col-span-6 max-xl:self-center max-xl:text-left xl:flex xl:h-9 xl:items-center xl:justify-end"
          >
            {amounts ? formatTotal(amounts.taxable) : '–'}
          </div>
        </>
      )}
      <div
        role="cell"
        className={classNames(
          'flex justify-end',
          isHeading ? 'max-xl:col-span-full' : 'max-sm:col-span-3 sm:max-xl:col-span-6',
        )}
      >
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Move ${name} up`}
          title="Move up (Alt ↑)"
          disabled={at === 0}
          onClick={() => onMove(-1)}
        >
          <ArrowUp aria-hidden size={16} />
        </Button>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Move ${name} down`}
          title="Move down (Alt ↓)"
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden size={16} />
        </Button>
        <Button
          variant="quiet"
          size="sm"
          iconOnly
          aria-label={`Remove ${name}`}
          title="Remove"
          onClick={onRemove}
        >
          <Trash2 aria-hidden size={16} />
        </Button>
      </div>
      {wrong.length > 0 && (
        <p
          id={fieldId(`lines.${at}.note`)}
          role="cell"
          aria-live="polite"
          className="col-span-full text-xs text-red"
        >
          {wrong.join(' ')}
        </p>
      )}
    </div>
  );
}

interface CellProps {
  /** Above the field on a narrow screen. */
  label: string;
  className?: string;
  children: ReactNode;
}

function Cell({ label, className = 'max-xl:col-span-2', children }: CellProps) {
  return (
    <div role="cell" className={classNames('min-w-0 tabular-nums', className)}>
      <span aria-hidden className="mb-0.5 block text-xs text-ink-quiet xl:hidden">
        {label}
      </span>
      {children}
    </div>
  );
}

function pressed(event: KeyboardEvent, field: string, { onAdd, onMove, onLeave }: LineKeys) {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return;
  const step = event.key === 'ArrowUp' ? -1 : 1;
  if (event.key === 'Enter' && !event.altKey) onAdd();
  else if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
  else if (event.altKey) onMove(step);
  else onLeave(step, field);
  event.preventDefault();
}
