import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { changeItems, type ItemsChange } from '#data/inventory-bulk.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import { randomUuid } from '#domain/uuid.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { notifyReserved } from '../shared/reserved-notice.ts';
import { useItemsUndo } from './use-items-undo.ts';

interface Asked {
  ids: readonly string[];
  values: ItemsChange;
}

/** Mutation that changes many items, with an undo in its notice. */
export function useItemsChange(kind: InventoryKind, onDone: () => void) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const undo = useItemsUndo(kind);
  // why: a retry after a lost answer must reuse the batch id, so that it is applied once.
  const last = useRef<{ asked: string; batch: string }>(null);
  const batchOf = (asked: Asked) => {
    const text = JSON.stringify(asked);
    if (last.current?.asked !== text) last.current = { asked: text, batch: randomUuid() };
    return last.current.batch;
  };
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const batch = batchOf(asked);
      return { batch, changed: await changeItems(api, kind, batch, asked.ids, asked.values) };
    },
    onSuccess: ({ batch, changed }, { ids, values }) => {
      last.current = null;
      onDone();
      if (changed === 0) {
        notify.info('Nothing to change', { description: 'All of them have this already.' });
        return;
      }
      const title = `${counted(changed, 'item', 'items')} changed`;
      const action = { label: 'Undo', onClick: () => undo.mutate(batch) };
      notify.success(title, { action });
      if (values['active'] === false) void notifyReserved(api, kind.kind, ids, { title, action });
    },
    onError: (error) => notifyFailure('Error changing the items', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffKeys.inventory(kind.kind) }),
  });
}
