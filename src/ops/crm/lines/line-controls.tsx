import { Repeat2, Trash2 } from 'lucide-react';
import type { ComponentProps } from 'react';
import { periodText } from '#domain/availability/availability-text.ts';
import { itemName } from '#domain/crm/crm-text.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import type { EditableLine } from '#domain/crm/rental-line.ts';
import { formatPrice } from '#domain/money.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { openerId, type Editor, type EditorForm } from './use-editor.ts';
import type { RentalEdits } from './use-edits.ts';

interface LineControlProps {
  line: EditableLine;
  editor: Editor;
}

interface LineActionsProps extends LineControlProps {
  rental: EditedRental;
  edits: RentalEdits;
}

const removerId = (line: string) => `remove-${line}`;

/** Swaps and removes a line. Once it is removed, the focus moves to the next line. */
export function LineActions({ rental, line, edits, editor }: LineActionsProps) {
  const name = itemName(line);
  const at = `${line.id}:remove`;
  const onRemoved = () => {
    editor.forget(line.id);
    if (document.activeElement?.id !== removerId(line.id)) return;
    const next = rental.items[rental.items.indexOf(line) + 1];
    document.getElementById(next ? removerId(next.id) : openerId('new_text'))?.focus();
  };
  return (
    <>
      {line.item_id !== null && line.rental_from !== null && (
        <Opener
          form="swap"
          line={line}
          editor={editor}
          values={{}}
          iconOnly
          aria-label={`Swap ${name}`}
          data-tooltip="Swap"
        >
          <Repeat2 aria-hidden size={16} />
        </Opener>
      )}
      <Button
        variant="quiet"
        size="sm"
        iconOnly
        id={removerId(line.id)}
        busy={edits.isPending(at)}
        aria-label={`Remove ${name}`}
        data-tooltip="Remove"
        onClick={() =>
          edits.save({
            at,
            changes: [{ action: 'remove', line: line.id, expected: { quantity: line.quantity } }],
            done: `${name} removed`,
            onSaved: onRemoved,
          })
        }
      >
        <Trash2 aria-hidden size={16} />
      </Button>
    </>
  );
}

interface OpenerProps extends Omit<ComponentProps<typeof Button>, 'form' | 'value'> {
  form: EditorForm;
  line: EditableLine;
  editor: Editor;
  values: Readonly<Record<string, string>>;
}

/** A value that opens its form; pressed again, it closes it. */
function Opener({ form, line, editor, values, ...button }: OpenerProps) {
  const isOpen = editor.isOpen(form, line.id);
  return (
    <Button
      {...button}
      id={openerId(form, line.id)}
      variant="quiet"
      size="sm"
      aria-expanded={isOpen}
      className={classNames(
        'font-normal tabular-nums aria-expanded:bg-teal-pale',
        !button.iconOnly && 'px-2',
        form === 'text' && 'h-auto min-h-9 shrink max-sm:min-h-11 pointer-coarse:min-h-11',
      )}
      onClick={() => (isOpen ? editor.close() : editor.open(form, values, line))}
    />
  );
}

/** The price of a line, beside the list price where it differs. */
export function LinePrice({ line, editor }: LineControlProps) {
  const { price, list_price, price_reason, per_day } = line;
  return (
    <Opener
      form="price"
      line={line}
      editor={editor}
      values={{ price: String(price), reason: price_reason ?? '' }}
      title={price_reason ?? undefined}
    >
      <span>
        <span className="sr-only">Price of {itemName(line)}: </span>
        {list_price !== null && list_price !== price && (
          <s className="mr-1 text-ink-quiet">{formatPrice(list_price)}</s>
        )}
        {formatPrice(price)}
        <span className="text-xs text-ink-quiet">{per_day ? '/day' : ' once'}</span>
      </span>
    </Opener>
  );
}

/** The days of a line; with its own dates where they are not those of the whole. */
export function LineDays({ rental, line, editor }: Omit<LineActionsProps, 'edits'>) {
  const { rental_from: from, rental_to: to } = line;
  if (from === null || to === null) return null;
  const isOwn = from !== rental.rental_from || to !== rental.rental_to;
  const days = line.rental_days === 1 ? '1 day' : `${line.rental_days} days`;
  return (
    <Opener form="dates" line={line} editor={editor} values={{ from, to }}>
      <span>
        <span className="sr-only">Dates of {itemName(line)}: </span>
        {isOwn ? `${periodText({ from, to })} · ${days}` : days}
      </span>
    </Opener>
  );
}

const CHARGES = { late: 'Late', damage: 'Damage', missing: 'Missing' };

/** A line without an item. */
export function TextLine({ line, editor }: LineControlProps) {
  const name = itemName(line);
  return (
    <span className="flex min-h-9 flex-wrap items-center gap-2">
      <Opener
        form="text"
        line={line}
        editor={editor}
        values={{ description: line.description ?? '' }}
      >
        <span className="text-left wrap-anywhere whitespace-normal">
          <span className="sr-only">Text: </span>
          {name}
        </span>
      </Opener>
      {line.charge && <Badge tone="amber">{CHARGES[line.charge]}</Badge>}
    </span>
  );
}
