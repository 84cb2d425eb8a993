import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { itemName } from '#domain/crm/crm-text.ts';
import type { EditableLine } from '#domain/crm/rental-line.ts';
import { pieceCountText } from '#domain/stock/stock-text.ts';
import { useDraft } from '../../kit/drafts.ts';
import type { RentalEdits } from './use-edits.ts';

/** Pause after the last press before the quantity is saved: several presses are one change. */
const PAUSE_MS = 600;

/** The quantity of a line while it is edited. */
export interface TypedQuantity {
  /** The field, as in `RentalEdit.at`. */
  at: string;
  /** The typed number, or the saved one. */
  shown: number;
  type: (quantity: number) => void;
  /** Shows the saved number again. */
  reset: () => void;
}

interface TypedPieces {
  quantity: number;
  /** The saved number that was on the screen. */
  shown: number;
}

/**
 * Saves a line's quantity when pressing pauses. A refused number stays shown with its reason. A draft until
 * the server has answered: it is saved after a reload and after a new sign-in.
 */
export function useTypedQuantity(line: EditableLine, edits: RentalEdits): TypedQuantity {
  const at = `${line.id}:quantity`;
  const [unsent, setUnsent] = useDraft<TypedPieces>(`order-quantity:${line.id}`);
  const [typed, setTyped] = useState(unsent);
  const latest = useRef(typed);
  const change = (next: TypedPieces | null, isUnsent: boolean) => {
    latest.current = next;
    setTyped(next);
    setUnsent(isUnsent ? next : null);
  };
  const isPending = edits.isPending(at);
  const isRefused = edits.problem(at) !== undefined;
  const isSaved =
    typed === null || typed.quantity === typed.shown || typed.quantity === line.quantity;
  const save = useEffectEvent(() => {
    if (isSaved) return change(null, false);
    if (isPending || isRefused) return;
    const { quantity, shown } = typed;
    edits.save({
      at,
      changes: [{ action: 'quantity', line: line.id, quantity, expected: shown }],
      done: `${itemName(line)}: ${pieceCountText(quantity)}`,
      onSaved: () => {
        const now = latest.current;
        // why: presses since then follow on the number that is saved now.
        change(now && { ...now, shown: quantity }, now?.quantity !== quantity);
      },
      onRefused: () => change(latest.current, false),
    });
  });
  useEffect(() => {
    if (typed === null || isPending) return undefined;
    const timer = setTimeout(() => save(), isSaved ? 0 : PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isPending, isSaved]);
  useEffect(() => () => save(), []);
  return {
    at,
    shown: typed?.quantity ?? line.quantity,
    type: (quantity) => {
      edits.dismiss(at);
      change({ quantity, shown: typed?.shown ?? line.quantity }, true);
    },
    reset: () => change(null, false),
  };
}
