import { useState } from 'react';
import type { ItemColumns } from '#domain/inventory/inventory-kind.ts';
import { publishingDoubt } from '#domain/inventory/item-form-values.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

/** Props of {@link PublishQuestion}. */
export interface PublishQuestionProps {
  /** The new item's row; undefined while nothing is asked. */
  columns: ItemColumns | undefined;
  onCancel: () => void;
  onSave: (columns: ItemColumns) => void;
}

/** Asks before a new item is shown in the catalogue at ₹0 or with quantity 0. */
export function PublishQuestion({ columns, onCancel, onSave }: PublishQuestionProps) {
  // why: the words stay while the dialog goes.
  const [last, setLast] = useState<ItemColumns>({});
  if (columns && columns !== last) setLast(columns);
  const doubt = publishingDoubt(last) ?? '';
  return (
    <ConfirmDialog
      open={columns !== undefined}
      title={`Publish ${doubt}?`}
      text={
        <p className="break-words">
          Visitors would see {String(last['name'])} {doubt}. Saved as not active, it is shown to
          staff only.
        </p>
      }
      onCancel={onCancel}
    >
      <Button onClick={onCancel}>keep editing</Button>
      <Button variant="secondary" onClick={() => columns && onSave({ ...columns, active: false })}>
        save as not active
      </Button>
      <Button variant="quiet" onClick={() => columns && onSave(columns)}>
        publish
      </Button>
    </ConfirmDialog>
  );
}
