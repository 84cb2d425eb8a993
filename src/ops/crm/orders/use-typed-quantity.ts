import { useEffect, useEffectEvent, useState } from 'react';
import { itemName } from '#domain/crm/crm-text.ts';
import type { OrderLine } from '#domain/crm/rental.ts';
import type { OrderEdits } from './use-order-edits.ts';

/** Pause after the last press before the quantity is saved: several presses are one change. */
const PAUSE_MS = 600;

/** The quantity of a line while it is edited. */
export interface TypedQuantity {
  /** The field, as in `OrderEdit.at`. */
  at: string;
  /** The typed number, or the saved one. */
  shown: number;
  type: (quantity: number) => void;
  /** Shows the saved number again. */
  reset: () => void;
}

/** Saves a line's quantity when pressing pauses. A refused number stays shown with its reason. */
export function useTypedQuantity(line: OrderLine, edits: OrderEdits): TypedQuantity {
  const at = `${line.id}:quantity`;
  const [typed, setTyped] = useState<number | null>(null);
  const [saved, setSaved] = useState(line.quantity);
  if (saved !== line.quantity) {
    setSaved(line.quantity);
    // why: what was typed has arrived.
    if (typed === line.quantity) setTyped(null);
  }
  const isPending = edits.isPending(at);
  const isRefused = edits.problem(at) !== undefined;
  const save = useEffectEvent(() => {
    if (typed === null || typed === line.quantity || isPending || isRefused) return;
    edits.save({
      at,
      changes: [{ action: 'quantity', line: line.id, quantity: typed, expected: line.quantity }],
      done: `${itemName(line)}: ${typed === 1 ? '1 piece' : `${typed} pieces`}`,
    });
  });
  useEffect(() => {
    if (typed === null || isPending) return undefined;
    const timer = setTimeout(() => save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, isPending]);
  useEffect(() => () => save(), []);
  return {
    at,
    shown: typed ?? line.quantity,
    type: (quantity) => {
      edits.dismiss(at);
      setTyped(quantity);
    },
    reset: () => setTyped(null),
  };
}
