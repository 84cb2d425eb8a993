import { Archive, ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { counted } from '#ui/count.ts';
import { useItemsArchive, useMayArchive } from './use-items-archive.ts';

export interface BulkArchiveProps {
  kind: InventoryKind;
  ids: readonly string[];
  /** The list shows archived items, which can be restored. */
  isArchived: boolean;
  /** Asks first: the items go beyond the page. */
  asks: boolean;
  onDone: () => void;
}

/** Archives the selected items, or restores them; for admins and inventory staff. */
export function BulkArchive({ kind, ids, isArchived, asks, onDone }: BulkArchiveProps) {
  const archive = useItemsArchive(kind, onDone);
  const [asked, setAsked] = useState(false);
  const Icon = isArchived ? ArchiveRestore : Archive;
  const word = isArchived ? 'restore' : 'archive';
  const run = () => archive.mutate({ ids, archived: !isArchived });
  if (!useMayArchive()) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={archive.isPending}
        onClick={() => (asks ? setAsked(true) : run())}
      >
        <Icon aria-hidden size={16} />
        {word}
      </Button>
      <ConfirmDialog
        open={asked}
        title={`${isArchived ? 'Restore' : 'Archive'} ${counted(ids.length, 'item', 'items')}?`}
        text={
          isArchived
            ? 'They are listed again and stay inactive.'
            : 'They are in no list but “Archived”. Orders and the log keep them.'
        }
        onCancel={() => setAsked(false)}
      >
        <Button
          onClick={() => {
            setAsked(false);
            run();
          }}
        >
          {word}
        </Button>
        <Button variant="quiet" onClick={() => setAsked(false)}>
          Cancel
        </Button>
      </ConfirmDialog>
    </>
  );
}
