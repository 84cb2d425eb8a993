import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Printer } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { editPiece, piecesQuery } from '#data/stock/pieces.ts';
import type { StockItem } from '#data/stock/stock.ts';
import type { ItemPiece } from '#domain/scan/scan.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { notify } from '#ui/toast.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { useProfile } from '../../kit/profile.ts';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { INVENTORY_ROLES, mayOpen } from '../../kit/staff-roles.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { NumberPiecesForm } from './number-pieces-form.tsx';
import { PlaceForm } from './place-form.tsx';
import { useStockMutation } from './use-stock-mutation.ts';

const LONGEST_NOTE = 200;

/** The place of an item, its numbered pieces with their notes, and its labels; a storekeeper reads the pieces. */
export function PiecesPanel({ item }: { item: StockItem }) {
  const mayNumber = mayOpen(useProfile(), INVENTORY_ROLES);
  const read = useQuery(piecesQuery(useStaffApi(), item));
  if (read.isError && !read.data) {
    return <ReadFailure level={3} title="The pieces could not be loaded" read={read} />;
  }
  if (!read.data) return <LoadingSkeleton blocks={['h-11 w-full', 'h-11 w-full']} />;
  const { code, place, quantity, archived, pieces } = read.data;
  const active = pieces.filter(({ retired }) => !retired).length;
  return (
    <>
      <PlaceForm item={item} place={place} />
      <div className="mt-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="text-sm font-semibold">Numbered pieces</h3>
        <Link
          to="/ops/labels"
          search={{ codes: code }}
          preload={false}
          className={`${buttonClass({ variant: 'quiet', size: 'sm' })} -mr-3.5 text-teal`}
        >
          <Printer aria-hidden size={16} />
          Labels
        </Link>
      </div>
      <p className="mt-1 mb-3 text-sm text-ink-quiet text-pretty">
        {mayNumber
          ? 'Optional. A number tells one piece from the next: each has its own label, note and history.'
          : pieces.length === 0 && 'None of its pieces has a number.'}
      </p>
      {quantity > 0 && active > quantity && (
        <p role="status" className="mb-3 rounded-md bg-amber-pale px-4 py-2 text-sm">
          {active} pieces have a number and {quantity} are in stock: retire those that are gone.
        </p>
      )}
      {pieces.length > 0 && (
        <ul aria-label="Pieces" className="mb-4 divide-y divide-rule border-y border-rule text-sm">
          {pieces.map((piece) =>
            mayNumber ? (
              <PieceRow key={piece.id} piece={piece} />
            ) : (
              <li key={piece.id} className="flex flex-wrap gap-x-3 py-2">
                <PieceCode piece={piece} />
                {piece.note}
              </li>
            ),
          )}
        </ul>
      )}
      {!mayNumber ? null : archived ? (
        <p className="text-sm text-ink-quiet">
          The item is archived. Restore it to number more of its pieces.
        </p>
      ) : (
        <NumberPiecesForm
          // why: the proposed number changes with the pieces.
          key={active}
          item={item}
          left={quantity > 0 ? Math.max(0, quantity - active) : null}
        />
      )}
    </>
  );
}

function PieceCode({ piece }: { piece: ItemPiece }) {
  return (
    <>
      <span
        className={classNames(
          'w-32 font-medium tabular-nums max-sm:grow',
          piece.retired && 'text-ink-quiet line-through',
        )}
      >
        {piece.code}
      </span>
      {piece.retired && <span className="text-xs text-ink-quiet">retired</span>}
    </>
  );
}

function PieceRow({ piece }: { piece: ItemPiece }) {
  const api = useStaffApi();
  const [typed, setTyped] = useState<string>();
  const note = typed ?? piece.note ?? '';
  const isChanged = note.trim() !== (piece.note ?? '');
  const save = useStockMutation({
    failure: `Error saving ${piece.code}`,
    save: (next: Partial<ItemPiece>) => editPiece(api, { ...piece, ...next }),
    onSaved: (_, next) => {
      setTyped(undefined);
      if (next.retired === undefined) notify.success(`Note of ${piece.code} saved`);
      else {
        notify.success(`${piece.code} ${next.retired ? 'retired' : 'restored'}`, {
          action: { label: 'Undo', onClick: () => save.mutate({ retired: !next.retired }) },
        });
      }
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate({ note: note.trim() });
  };
  return (
    <li className="py-2">
      <form onSubmit={submit} className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <PieceCode piece={piece} />
        <input
          aria-label={`Note of ${piece.code}`}
          placeholder="Note"
          maxLength={LONGEST_NOTE}
          autoComplete="off"
          value={note}
          onChange={({ target }) => setTyped(target.value)}
          className="h-11 w-40 grow rounded-field max-sm:order-last max-sm:basis-full border border-rule-strong bg-surface px-2 text-base placeholder:text-ink-quiet sm:h-9 sm:text-sm"
        />
        {isChanged ? (
          <Button type="submit" size="sm" busy={save.isPending}>
            Save
          </Button>
        ) : (
          <Button
            variant="quiet"
            size="sm"
            busy={save.isPending}
            aria-label={`${piece.retired ? 'Restore' : 'Retire'} ${piece.code}`}
            onClick={() => save.mutate({ retired: !piece.retired })}
          >
            {piece.retired ? 'Restore' : 'Retire'}
          </Button>
        )}
      </form>
    </li>
  );
}
