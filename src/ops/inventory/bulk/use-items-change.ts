import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeItems, type ItemsChange } from '#data/stock/inventory-bulk.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
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
  const keys = useIdempotencyKey();
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const batch = keys.keyOf(asked);
      return { batch, changed: await changeItems(api, kind, batch, asked.ids, asked.values) };
    },
    onSuccess: ({ batch, changed }, { ids, values }) => {
      keys.forget();
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
