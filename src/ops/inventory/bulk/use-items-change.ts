import { counted, formatCount } from '#ui/count.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inventoryKey } from '#data/inventory.ts';
import {
  changeItems,
  restoreItems,
  type ChangedItem,
  type ItemsChange,
  type RestoredItems,
} from '#data/inventory-bulk.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';

const items = (n: number) => counted(n, 'item', 'items');

/** How many items a notice names. */
const NAMED = 3;

/** Changes many items at once, with a notice that can take it back. */
export function useItemsChange(kind: InventoryKind, onDone: () => void) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: inventoryKey(kind) });
  const undo = useMutation({
    mutationFn: (changed: readonly ChangedItem[]) => restoreItems(api, kind, changed),
    onSuccess: sayRestored,
    onError: (error) => notifyFailure('Error taking it back', error),
    onSettled,
  });
  return useMutation({
    mutationFn: ({ ids, values }: { ids: readonly string[]; values: ItemsChange }) =>
      changeItems(api, kind, ids, values),
    onSuccess: (changed) => {
      onDone();
      if (changed.length === 0) {
        notify.info('Nothing to change', { description: 'All of them have this already.' });
        return;
      }
      notify.success(`${items(changed.length)} changed`, {
        action: { label: 'Undo', onClick: () => undo.mutate(changed) },
      });
    },
    onError: (error) => notifyFailure('Error changing the items', error),
    onSettled,
  });
}

function sayRestored({ restored, kept }: RestoredItems) {
  if (kept.length === 0) {
    notify.success(`${items(restored)} restored`);
    return;
  }
  const named = kept.slice(0, NAMED).map(({ code, name }) => `${code} ${name}`);
  const more = kept.length - named.length;
  const list = more > 0 ? [...named, `${formatCount(more)} more`] : named;
  notify.info(`${items(restored)} restored, ${formatCount(kept.length)} not`, {
    description: `Somebody changed since: ${list.join(', ')}`,
  });
}
