import { Archive, ArchiveRestore } from 'lucide-react';
import type { ListedItem } from '#data/stock/inventory-answers.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { useItemsArchive, useMayArchive } from '../bulk/use-items-archive.ts';

/** Archives an item of the list, or restores it; for admins and inventory staff. */
export function ArchiveItem({ kind, item }: { kind: InventoryKind; item: ListedItem }) {
  const archive = useItemsArchive(kind);
  const isArchived = item.archived_at !== null;
  const Icon = isArchived ? ArchiveRestore : Archive;
  if (!useMayArchive()) return null;
  return (
    <Button
      variant="quiet"
      size="sm"
      iconOnly
      busy={archive.isPending}
      aria-label={`${isArchived ? 'restore' : 'archive'} ${item.name}`}
      className="-my-1"
      onClick={() => archive.mutate({ ids: [item.id], archived: !isArchived })}
    >
      <Icon aria-hidden size={16} />
    </Button>
  );
}
