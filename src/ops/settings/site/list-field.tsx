import { Plus } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import {
  isTypedList,
  withFieldChanged,
  withNewRow,
  withRowMoved,
  withRowPutBack,
  type TypedRow,
} from '#domain/settings/typed-value.ts';
import { rowName, rowTitle } from '#domain/settings/value-difference.ts';
import { Button } from '#ui/button.tsx';
import { Said } from '#ui/said.tsx';
import { childAt, handlesOf } from '../../kit/forms/move-handle.tsx';
import { ListRow, type ListFieldProps } from './list-row.tsx';

/** A list whose rows are added, removed, and put in order by dragging or by keys. */
export function ListField(props: ListFieldProps) {
  const { label, help, rule, rows, current, onChange, refusal } = props;
  const name = rowName(props);
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<{ row: TypedRow; at: number }>();
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const [said, say] = useState('');
  const undo = useRef<HTMLButtonElement>(null);
  const focus = useRef<(() => void) | null>(null);
  // why after every render: the rows are rendered again by the store, not by this component.
  useEffect(() => {
    focus.current?.();
    focus.current = null;
  });

  const toggle = (row: TypedRow, isOpen: boolean) =>
    setOpened((before) => {
      const next = new Set(before);
      if (isOpen) next.add(row.id);
      else next.delete(row.id);
      return next;
    });
  const add = () => {
    const next = withNewRow(rule, rows);
    const row = next.at(-1);
    if (row) toggle(row, true);
    focus.current = () =>
      list.current?.lastElementChild
        ?.querySelector<HTMLElement>('input:not([hidden]), textarea')
        ?.focus();
    onChange(next);
  };
  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows.length || to === from) return;
    focus.current = () => handlesOf(list.current)[to]?.focus();
    say(`Moved to place ${to + 1} of ${rows.length}.`);
    onChange(withRowMoved(rows, from, to));
  };
  const remove = (at: number) => {
    const row = rows[at];
    if (!row) return;
    setRemoved({ row, at });
    // why: the button that was pressed is gone.
    focus.current = () => undo.current?.focus();
    onChange(rows.toSpliced(at, 1));
  };
  const restore = () => {
    if (!removed) return;
    const at = Math.min(removed.at, rows.length);
    setRemoved(undefined);
    focus.current = () => handlesOf(list.current)[at]?.focus();
    onChange(withRowPutBack(rows, removed.row, at));
  };
  const currentRows = () => {
    const value = current();
    return isTypedList(value) ? value : [];
  };
  const isFull = rows.length >= rule.max;
  const limits = rule.min > 0 ? `${rule.min} to ${rule.max}` : `Up to ${rule.max}`;
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="text-sm font-medium">
        {label}
      </p>
      <p className="mb-2 text-xs text-ink-quiet">
        {help} {limits} rows{isFull && ': no more can be added'}.
      </p>
      <ol ref={list} className="divide-y divide-rule border-y border-rule empty:hidden">
        {rows.map((row, at) => (
          <ListRow
            {...props}
            key={row.id}
            content={row}
            at={at}
            isOpen={opened.has(row.id)}
            isDropTarget={drag !== undefined && drag.to === at && drag.from !== at}
            onToggle={(isOpen) => toggle(row, isOpen)}
            currentField={(field) =>
              currentRows().find(({ id: one }) => one === row.id)?.fields[field] ?? ''
            }
            // why the current rows: an upload ends after other fields were changed.
            onField={(field, value) =>
              onChange(withFieldChanged(currentRows(), row.id, field, value))
            }
            onRemove={() => remove(at)}
            onMove={(by) => move(at, at + by)}
            onDragStart={() => setDrag({ from: at, to: at })}
            onDrag={(clientY) => setDrag({ from: at, to: childAt(list.current, clientY) ?? at })}
            onDrop={(isCancelled) => {
              if (!isCancelled && drag) move(drag.from, drag.to);
              setDrag(undefined);
            }}
          />
        ))}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button variant="secondary" size="sm" disabled={isFull} onClick={add}>
          <Plus aria-hidden size={16} />
          Add {name}
        </Button>
        {removed && (
          <p role="status" className="flex min-w-0 items-center gap-2 text-sm text-ink-quiet">
            <span className="truncate">
              Removed: {rowTitle(rule, removed.row) || `${name} ${removed.at + 1}`}
            </span>
            <Button
              ref={undo}
              variant="quiet"
              size="sm"
              disabled={isFull}
              aria-label={`Put back ${name} ${removed.at + 1}`}
              onClick={restore}
            >
              Undo
            </Button>
          </p>
        )}
      </div>
      {refusal && (
        <p role="alert" className="mt-1 text-xs text-red">
          {refusal}
        </p>
      )}
      <Said>{said}</Said>
    </div>
  );
}
