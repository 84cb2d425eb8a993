import { useRef, useState, type FormEvent } from 'react';
import { numberPieces } from '#data/pieces.ts';
import type { StockItem } from '#data/stock.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

/** Props of {@link NumberPiecesForm}. */
export interface NumberPiecesFormProps {
  item: StockItem;
  /** Pieces in stock without a number; null where pieces are not counted. */
  left: number | null;
}

/** Gives more pieces of an item a number. */
export function NumberPiecesForm({ item, left }: NumberPiecesFormProps) {
  const api = useStaffApi();
  const [typed, setTyped] = useState(String(left ?? 1));
  const [isChecked, setChecked] = useState(false);
  // why: a retry after a lost answer must reuse the key, so that the pieces are numbered once.
  const last = useRef<{ count: number; key: string }>(null);
  const save = useStockMutation({
    failure: 'Error numbering the pieces',
    save: (count: number) => {
      if (last.current?.count !== count) last.current = { count, key: randomUuid() };
      return numberPieces(api, item, count, last.current.key);
    },
    onSaved: (_, count) => {
      last.current = null;
      notify.success(`${pieceCountText(count)} numbered`, {
        description: 'Print their labels next.',
      });
    },
  });
  if (left === 0) {
    return <p className="text-sm text-ink-quiet">Every piece in stock has a number.</p>;
  }
  const count = Number(typed);
  const problem =
    !/^[1-9]\d{0,3}$/.test(typed.trim()) || count > 1000
      ? 'Enter whole pieces from 1 to 1,000'
      : left !== null && count > left
        ? `Only ${pieceCountText(left)} without a number`
        : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (!problem) save.mutate(count);
  };
  return (
    <form
      noValidate
      aria-label="Number pieces"
      onSubmit={submit}
      className="flex items-start gap-3"
    >
      <TextField
        label="Pieces to number"
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        error={isChecked ? problem : undefined}
        hint={
          left === null ? 'Pieces are not counted.' : `${pieceCountText(left)} without a number.`
        }
        onChange={(event) => setTyped(event.target.value)}
        className="grow"
      />
      <Button type="submit" variant="secondary" className="mt-[1.7rem]" busy={save.isPending}>
        {save.isPending ? 'saving...' : 'number them'}
      </Button>
    </form>
  );
}
