import { useState } from 'react';
import type { InventoryItem } from '#data/stock/inventory-answers.ts';
import { checkStock } from '#data/stock/stock.ts';
import type { InventoryKind, ItemColumns } from '#domain/inventory/inventory-kind.ts';
import { mayAffectReservations, stockWarnings } from '#domain/stock/stock-text.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** A change of an item that affects what is reserved of it. */
export interface StockWarning {
  /** The row to save. */
  columns: ItemColumns;
  texts: readonly string[];
}

/**
 * Checks before a save what fewer pieces, or switching the item off, mean for its reservations.
 * @param item as last read; null for a new one, which has none
 */
export function useStockWarning(kind: InventoryKind, item: InventoryItem | null) {
  const api = useStaffApi();
  const [isChecking, setChecking] = useState(false);
  const [warning, setWarning] = useState<StockWarning>();
  return {
    isChecking,
    warning,
    dismiss: () => setWarning(undefined),
    /** Whether there is something to confirm first; false too where that cannot be read. */
    warns: async (columns: ItemColumns): Promise<boolean> => {
      const after = { quantity: Number(columns['quantity']), active: columns['active'] === true };
      if (!item || !mayAffectReservations(item, after)) return false;
      setChecking(true);
      const check = await checkStock(api, kind.kind, [item.id], after.quantity).catch(() => null);
      setChecking(false);
      const texts = check ? stockWarnings(item, after, check) : [];
      if (texts.length > 0) setWarning({ columns, texts });
      return texts.length > 0;
    },
  };
}

export interface ConfirmStockChangeProps {
  /** Undefined while closed. */
  warning: StockWarning | undefined;
  onCancel: () => void;
  onSave: (columns: ItemColumns) => void;
}

/** Confirms a change that affects reservations. It is never refused. */
export function ConfirmStockChange({ warning, onCancel, onSave }: ConfirmStockChangeProps) {
  // why: the text stays during the closing animation.
  const [last, setLast] = useState(warning);
  if (warning && warning !== last) setLast(warning);
  return (
    <ConfirmDialog
      open={warning !== undefined}
      title="This item is reserved"
      text={last?.texts.map((text) => (
        <p key={text} className="mt-1">
          {text}
        </p>
      ))}
      onCancel={onCancel}
    >
      <Button onClick={onCancel}>Keep editing</Button>
      <Button variant="quiet" onClick={() => warning && onSave(warning.columns)}>
        Save all the same
      </Button>
    </ConfirmDialog>
  );
}
