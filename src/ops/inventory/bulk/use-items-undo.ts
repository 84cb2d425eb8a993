import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UndoneItems } from '#data/stock/inventory-answers.ts';
import { undoItems } from '#data/stock/inventory-bulk.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { counted, formatCount } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** Most item names in a notice. */
const NAMED = 3;

/** Undoes a batch of the log by its id; the notice names items skipped because they changed since. */
export function useItemsUndo(kind: InventoryKind) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (batch: string) => undoItems(api, batch),
    onSuccess: notifyUndone,
    onError: (error) => notifyFailure('Error undoing the change', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffKeys.inventory(kind.kind) }),
  });
}

function notifyUndone({ restored, kept, items }: UndoneItems) {
  const done = `${counted(restored, 'item', 'items')} restored`;
  if (kept === 0) {
    notify.success(done);
    return;
  }
  const named = items.slice(0, NAMED).map(({ code, name }) => `${code} ${name}`);
  const more = kept - named.length;
  const list = more > 0 ? [...named, `${formatCount(more)} more`] : named;
  notify.info(`${done}, ${formatCount(kept)} not`, {
    description: `Somebody changed since: ${list.join(', ')}`,
  });
}
