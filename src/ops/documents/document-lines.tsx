import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { taxClassesQuery } from '#data/documents/documents.ts';
import { itemPricesQuery } from '#data/crm/rental-changes.ts';
import type { TaxClasses } from '#domain/documents/tax-classes.ts';
import type { EditedLine } from '#domain/documents/edited-draft.ts';
import {
  insertLine,
  moveLine,
  newHeading,
  newItemLine,
  newTextLine,
} from '#domain/documents/edited-lines.ts';
import type { LineAmounts } from '#domain/documents/sums.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { EmptyText } from '../kit/empty-text.tsx';
import { ItemPicker } from '../kit/pickers/item-picker.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { LINE_GRID, DocumentLineRow } from './document-line-row.tsx';
import { fieldId, focusField } from './field-ids.ts';
import type { DocumentEditing } from './use-document-draft.ts';

export interface DocumentLinesProps {
  editing: DocumentEditing;
  /** Amounts of each line as it is typed, by its place in the draft. */
  amounts: readonly LineAmounts[];
}

/**
 * The lines of a draft. Enter adds a line, arrows go to the line above or below, with Alt they move the
 * line.
 */
export function DocumentLines(props: DocumentLinesProps) {
  const read = useQuery(taxClassesQuery(useStaffApi()));
  if (read.data) return <Lines {...props} taxes={read.data} />;
  if (read.isError) {
    return <ReadFailure level={2} title="The tax classes could not be loaded" read={read} />;
  }
  return <LoadingSkeleton blocks={['h-14 w-full', 'h-14 w-full', 'h-14 w-full']} />;
}

function Lines({ editing, amounts, taxes }: DocumentLinesProps & { taxes: TaxClasses }) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const { record, edited, typed, problems } = editing;
  const { lines } = edited;
  const show = (next: readonly EditedLine[]) => editing.change({ lines: next });
  const focusNext = useRef<string | null>(null);
  // why after each render: the field to focus may belong to a line that this render adds or moves.
  useEffect(() => {
    if (focusNext.current !== null) focusField(focusNext.current);
    focusNext.current = null;
  });
  const items = useMemo(
    () => new Map(record.lines.map(({ item_id, item }) => [item_id, item])),
    [record],
  );
  const add = (line: EditedLine, after = lines.length - 1) => {
    focusNext.current = `lines.${after + 1}.${line.kind === 'item' ? 'quantity' : 'text'}`;
    show(insertLine(lines, after, line));
  };
  const addItem = (item: FoundItem): string => {
    const days = Number(lines.findLast(({ kind }) => kind === 'item')?.days) || 1;
    void queryClient
      .fetchQuery(itemPricesQuery(api, [item.id]))
      .then((prices) => {
        const price = prices.get(item.id) ?? 0;
        editing.change((now) => ({
          lines: [...now.lines, newItemLine({ ...item, price, picture: null }, days, taxes)],
        }));
      })
      .catch(() => notify.failure(`The price of ${item.name} could not be read`));
    return `${item.name} added.`;
  };
  const remove = (at: number) => {
    const line = lines[at];
    if (!line) return;
    focusNext.current = `lines.${Math.min(at, lines.length - 2)}.text`;
    show(lines.toSpliced(at, 1));
    notify.success(`${line.text.trim() || 'Line'} removed`, {
      action: {
        label: 'Undo',
        onClick: () => editing.change((now) => ({ lines: insertLine(now.lines, at - 1, line) })),
      },
    });
  };
  return (
    <section aria-label="Lines" id={fieldId('lines')} tabIndex={-1} className="outline-none">
      {lines.length === 0 ? (
        <EmptyText>No lines yet. Add an item, or a text line for delivery or make-up.</EmptyText>
      ) : (
        <div role="table" aria-label="Lines">
          <div role="rowgroup" className="max-xl:sr-only">
            <div
              role="row"
              className={`${LINE_GRID} border-b border-rule pb-1.5 text-xs font-medium text-ink-quiet`}
            >
              <span role="columnheader">Line</span>
              {['Qty', 'Days', 'Price', 'Discount'].map((label) => (
                <span key={label} role="columnheader" className="pr-2 text-right">
                  {label}
                </span>
              ))}
              <span role="columnheader">Tax</span>
              <span role="columnheader" className="text-right">
                Taxable
              </span>
              <span role="columnheader">
                <span className="sr-only">Actions</span>
              </span>
            </div>
          </div>
          <div role="rowgroup">
            {lines.map((line, at) => (
              <DocumentLineRow
                key={line.key}
                line={line}
                at={at}
                isLast={at === lines.length - 1}
                amounts={amounts[typed.places.indexOf(at)]}
                item={items.get(line.item_id) ?? line.item}
                classes={taxes.classes}
                problems={problems}
                onChange={(changed) => show(lines.with(at, changed))}
                onRemove={() => remove(at)}
                onAdd={() => add(newTextLine(taxes), at)}
                onMove={(by) => {
                  const moved = moveLine(lines, at, by);
                  if (moved === lines) return;
                  // why: moving an element drops its focus. Buttons have no id.
                  const field = document.activeElement?.id.split('-').at(-1) || 'text';
                  focusNext.current = `lines.${at + by}.${field}`;
                  show(moved);
                }}
                onLeave={(by, field) => focusField(`lines.${at + by}.${field}`)}
              />
            ))}
          </div>
        </div>
      )}
      <div className="mt-3">
        <ItemPicker period={null} asksUnpriced onAdd={addItem} />
        <div className="mt-1 -ml-3.5 flex flex-wrap">
          <Button variant="quiet" size="sm" onClick={() => add(newTextLine(taxes))}>
            Add a text line
          </Button>
          <Button variant="quiet" size="sm" onClick={() => add(newHeading())}>
            Add a heading
          </Button>
        </div>
      </div>
    </section>
  );
}
