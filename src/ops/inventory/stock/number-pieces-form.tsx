import * as z from 'zod/mini';
import { numberPieces } from '#data/stock/pieces.ts';
import type { StockItem } from '#data/stock/stock.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useStockMutation } from './use-stock-mutation.ts';

export interface NumberPiecesFormProps {
  item: StockItem;
  /** Pieces in stock without a number; null where pieces are not counted. */
  left: number | null;
}

/** The typed pieces; 0 for none. */
const piecesIn = (typed: string) => readQuantity(typed) ?? 0;

const countSchema = (left: number | null) =>
  z.object({
    count: z.string().check(
      z.refine((typed) => piecesIn(typed) >= 1 && piecesIn(typed) <= 1000, {
        error: 'Enter whole pieces from 1 to 1,000',
        abort: true,
      }),
      z.refine((typed) => left === null || piecesIn(typed) <= left, {
        error: `Only ${pieceCountText(left ?? 0)} without a number`,
      }),
    ),
  });

/** Gives more pieces of an item a number. */
export function NumberPiecesForm({ item, left }: NumberPiecesFormProps) {
  const api = useStaffApi();
  const keys = useIdempotencyKey();
  const { form, field } = useCheckedForm(countSchema(left), {
    defaultValues: { count: String(left ?? 1) },
  });
  const save = useStockMutation({
    failure: 'Error numbering the pieces',
    save: (count: number) => numberPieces(api, item, count, keys.keyOf({ count })),
    onSaved: (_, count) => {
      keys.forget();
      notify.success(`${pieceCountText(count)} numbered`, {
        description: 'Print their labels next.',
      });
    },
  });
  if (left === 0) {
    return <p className="text-sm text-ink-quiet">Every piece in stock has a number.</p>;
  }
  const submit = form.handleSubmit(({ count }) => save.mutate(piecesIn(count)));
  return (
    <form
      noValidate
      aria-label="Number pieces"
      onSubmit={(event) => void submit(event)}
      className="flex items-start gap-3"
    >
      <TextField
        {...field('count')}
        label="Pieces to number"
        inputMode="numeric"
        autoComplete="off"
        hint={
          left === null ? 'Pieces are not counted.' : `${pieceCountText(left)} without a number.`
        }
        className="grow"
      />
      <Button type="submit" variant="secondary" className="mt-[1.7rem]" busy={save.isPending}>
        {save.isPending ? 'Saving...' : 'Number them'}
      </Button>
    </form>
  );
}
