import type { SavedImport } from '#data/stock/inventory-answers.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { useItemsUndo } from '../bulk/use-items-undo.ts';

export interface ImportDoneProps {
  kind: InventoryKind;
  /** Id of the import's batch in the log. */
  batch: string;
  saved: SavedImport;
  onClose: () => void;
  onAnother: () => void;
}

/** Result of an import, with an undo button. */
export function ImportDone({ kind, batch, saved, onClose, onAnother }: ImportDoneProps) {
  const undo = useItemsUndo(kind);
  const { created, changed } = saved;
  const results = [
    created > 0 && `${counted(created, 'item', 'items')} imported`,
    changed > 0 && `${counted(changed, 'item', 'items')} changed`,
  ].filter(Boolean);
  return (
    <div className="space-y-4 text-sm">
      <p role="status" className="text-base font-medium">
        {undo.isSuccess ? 'Undone' : results.join(', ')}
      </p>
      {created > 0 && !undo.isSuccess && (
        <p className="text-ink-quiet">Undo switches the imported items off.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button onClick={onClose}>Done</Button>
        <Button variant="secondary" onClick={onAnother}>
          Import another file
        </Button>
        {!undo.isSuccess && (
          <Button variant="quiet" busy={undo.isPending} onClick={() => undo.mutate(batch)}>
            {undo.isPending ? 'Undoing...' : 'Undo'}
          </Button>
        )}
      </div>
    </div>
  );
}
