import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { componentsQuery, setComponents, type StockItem } from '#data/stock/stock.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { TYPE_LABELS } from '#domain/cart/type-labels.ts';
import {
  isSameKit,
  moved,
  piecesProblem,
  withComponent,
  withPieces,
  type KitComponent,
} from '#domain/stock/kit-components.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { ConfirmLeave } from '../../kit/forms/confirm-leave.tsx';
import { ComponentSearch } from './component-search.tsx';
import { PiecesField } from './pieces-field.tsx';
import { useStockMutation } from './use-stock-mutation.ts';

/** Edits what a set or package contains: items of any kind with their pieces, in order. */
export function ComponentsPanel({ item }: { item: StockItem }) {
  const api = useStaffApi();
  const read = useQuery(componentsQuery(api, item));
  const [draft, setDraft] = useState<readonly KitComponent[]>();
  /** Quantities as typed, by component, until their field is left. */
  const [typed, setTyped] = useState<Readonly<Record<string, string | undefined>>>({});
  const rows = useRef<HTMLOListElement>(null);
  const [refusal, setRefusal] = useState('');
  const heading = useRef<HTMLHeadingElement>(null);
  const discard = () => {
    setDraft(undefined);
    setTyped({});
  };
  const save = useStockMutation({
    failure: 'Error saving the components',
    save: (list: readonly KitComponent[]) => {
      setRefusal('');
      return setComponents(api, item, list).catch((error: Error) => {
        setRefusal(error.message);
        throw error;
      });
    },
    onSaved: () => {
      discard();
      notify.success('Components saved', { description: 'For bookings from now on.' });
    },
  });
  if (read.isError && !read.data) {
    return <ReadFailure level={3} title="The components could not be loaded" read={read} />;
  }
  if (!read.data) return <LoadingSkeleton blocks={['h-11 w-full', 'h-11 w-full']} />;
  const saved = read.data;
  const list = draft ?? saved;
  const isWrong = list.some(({ id }) => piecesProblem(typed[id] ?? '1'));
  const isChanged = isWrong || !isSameKit(list, saved);
  const submit = () => {
    if (isWrong) rows.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    else save.mutate(list);
  };
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="text-sm font-semibold">
        Components
      </h3>
      <p className="mt-1 mb-4 text-sm text-ink-quiet">
        Booking it reserves everything in it, so it is free as often as each counted component
        allows.
      </p>
      {list.length > 0 && (
        <ol
          ref={rows}
          aria-label="Components"
          className="divide-y divide-rule border-y border-rule text-sm"
        >
          {list.map((component, at) => (
            <li key={component.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <div className="w-40 grow">
                <p className="font-medium wrap-anywhere">{component.name}</p>
                <p className="text-xs text-ink-quiet">
                  {TYPE_LABELS[component.type]} · {component.code} ·{' '}
                  {component.of === null ? 'not counted' : `${component.of} in stock`}
                </p>
              </div>
              <PiecesField
                component={component}
                typed={typed[component.id]}
                onType={(text) => {
                  setTyped({ ...typed, [component.id]: text });
                  const pieces = text === undefined ? null : readQuantity(text);
                  if (text !== undefined && pieces !== null && !piecesProblem(text)) {
                    setDraft(withPieces(list, component.id, pieces));
                  }
                }}
              />
              <span className="flex">
                <Button
                  variant="quiet"
                  size="sm"
                  iconOnly
                  aria-label={`Move ${component.name} up`}
                  disabled={at === 0}
                  onClick={() => setDraft(moved(list, component.id, -1))}
                >
                  <ArrowUp aria-hidden size={16} />
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  iconOnly
                  aria-label={`Move ${component.name} down`}
                  disabled={at === list.length - 1}
                  onClick={() => setDraft(moved(list, component.id, 1))}
                >
                  <ArrowDown aria-hidden size={16} />
                </Button>
                <Button
                  variant="quiet"
                  size="sm"
                  iconOnly
                  aria-label={`Remove ${component.name}`}
                  onClick={() => {
                    setDraft(list.filter(({ id }) => id !== component.id));
                    heading.current?.focus();
                  }}
                >
                  <Trash2 aria-hidden size={16} />
                </Button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <ComponentSearch
        without={item.id}
        // why from the draft: a scanned item arrives later than the panel was rendered.
        onAdd={(found) => setDraft((now) => withComponent(now ?? saved, found))}
      />
      {refusal && (
        <p role="alert" className="mt-3 text-sm text-red">
          {refusal}
        </p>
      )}
      <div className="mt-4 flex gap-2">
        <Button busy={save.isPending} disabled={!isChanged} onClick={submit}>
          {save.isPending ? 'Saving...' : 'Save components'}
        </Button>
        {isChanged && (
          <Button variant="quiet" onClick={discard}>
            Discard
          </Button>
        )}
      </div>
      <ConfirmLeave unsaved={() => isChanged} onLeave={discard} />
    </>
  );
}
