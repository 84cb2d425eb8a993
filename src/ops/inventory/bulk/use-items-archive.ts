import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { archiveItems } from '#data/inventory-bulk.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { randomUuid } from '#domain/uuid.ts';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useProfile } from '../../shell/profile.ts';
import { mayOpen } from '../../shell/staff-roles.ts';
import { useStaffApi } from '../../use-staff-api.ts';

interface Asked {
  ids: readonly string[];
  archived: boolean;
}

/** Mutation that archives or restores items; after archiving, its notice offers to restore them. */
export function useItemsArchive(kind: InventoryKind, onDone: () => void = () => {}) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  // why: a retry after a lost answer must reuse the key, so that it is applied once.
  const last = useRef<{ asked: string; key: string }>(null);
  const keyOf = (asked: Asked) => {
    const text = JSON.stringify(asked);
    if (last.current?.asked !== text) last.current = { asked: text, key: randomUuid() };
    return last.current.key;
  };
  const archive = useMutation({
    mutationFn: (asked: Asked) => archiveItems(api, kind, asked.ids, asked.archived, keyOf(asked)),
    onSuccess: (changed, { ids, archived }) => {
      last.current = null;
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
