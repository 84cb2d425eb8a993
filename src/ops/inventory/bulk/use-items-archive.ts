import { useMutation, useQueryClient } from '@tanstack/react-query';
import { archiveItems } from '#data/stock/inventory-bulk.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useProfile } from '../../kit/profile.ts';
import { mayOpen } from '../../kit/staff-roles.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

interface Asked {
  ids: readonly string[];
  archived: boolean;
}

/** Mutation that archives or restores items; after archiving, its notice offers to restore them. */
export function useItemsArchive(kind: InventoryKind, onDone: () => void = () => {}) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const keys = useIdempotencyKey();
  const archive = useMutation({
    mutationFn: (asked: Asked) =>
      archiveItems(api, kind, asked.ids, asked.archived, keys.keyOf(asked)),
    onSuccess: (changed, { ids, archived }) => {
      keys.forget();
      onDone();
      const items = counted(changed, 'item', 'items');
      if (!archived) {
        notify.success(`${items} restored`, {
          description: 'Switch them on to show them to visitors.',
        });
        return;
      }
      const action = { label: 'Restore', onClick: () => archive.mutate({ ids, archived: false }) };
      notify.success(`${items} archived`, { action });
    },
    onError: (error, { archived }) =>
      notifyFailure(`Error ${archived ? 'archiving' : 'restoring'} the items`, error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffKeys.inventory(kind.kind) }),
  });
  return archive;
}

/** True if the signed-in user may archive items (docs/product/roles.md). */
export function useMayArchive(): boolean {
  return mayOpen(useProfile(), ['admin', 'inventory_user']);
}
