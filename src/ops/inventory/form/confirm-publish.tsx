import { useState } from 'react';
import type { ItemColumns } from '#domain/inventory/inventory-kind.ts';
import { publishWarning } from '#domain/inventory/item-form-values.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

export interface ConfirmPublishProps {
  /** The row to save; undefined while closed. */
  columns: ItemColumns | undefined;
  onCancel: () => void;
  onSave: (columns: ItemColumns) => void;
}

/** Confirms publishing a new item at ₹0 or with quantity 0. */
export function ConfirmPublish({ columns, onCancel, onSave }: ConfirmPublishProps) {
  // why: the text stays during the closing animation.
  const [last, setLast] = useState<ItemColumns>({});
  if (columns && columns !== last) setLast(columns);
  const warning = publishWarning(last) ?? '';
  return (
    <ConfirmDialog
      open={columns !== undefined}
      title={`Publish ${warning}?`}
      text={
        <p className="wrap-anywhere">
          Visitors would see {String(last['name'])} {warning}. Saved as not active, it is shown to
          staff only.
        </p>
      }
      onCancel={onCancel}
    >
      <Button onClick={onCancel}>Keep editing</Button>
      <Button variant="secondary" onClick={() => columns && onSave({ ...columns, active: false })}>
        Save as not active
      </Button>
      <Button variant="quiet" onClick={() => columns && onSave(columns)}>
        Publish
      </Button>
    </ConfirmDialog>
  );
}
