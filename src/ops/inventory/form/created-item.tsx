import type { InventoryItem } from '#data/stock/inventory-answers.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';

export interface CreatedItemProps {
  kind: InventoryKind;
  item: InventoryItem;
  onClose: () => void;
  onAnother: () => void;
}

/** Confirmation after creating an item, with its generated code. */
export function CreatedItem({ kind, item, onClose, onAnother }: CreatedItemProps) {
  return (
    <>
      <CreatedCode kind={kind} item={item} />
      <div className="mt-2 flex gap-2">
        <Button onClick={onClose}>Done</Button>
        <Button variant="secondary" onClick={onAnother}>
          {kind.texts.add}
        </Button>
      </div>
    </>
  );
}

/** Whether a new item is in the catalogue, and its code. */
export function CreatedCode({ kind, item }: Pick<CreatedItemProps, 'kind' | 'item'>) {
  return (
    <>
      <p role="status" className="mb-4 text-sm wrap-anywhere">
        <span className="font-medium">{item.name}</span>{' '}
        {item.active
          ? 'is in the catalogue. Its code:'
          : 'is saved, and not in the catalogue before it is active. Its code:'}
      </p>
      <TextField
        label={kind.texts.code}
        value={String(item[kind.codeColumn])}
        readOnly
        optional={false}
      />
    </>
  );
}
