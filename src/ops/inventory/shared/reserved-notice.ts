import type { StaffApi } from '#data/core/staff-api.ts';
import { checkStock } from '#data/stock/stock.ts';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { promisesText } from '#domain/stock/stock-text.ts';
import { counted } from '#ui/count.ts';
import type { NoticeOptions } from '#ui/notice-card.tsx';
import { notify } from '#ui/toast.tsx';

/**
 * After items were switched off: adds to the notice that they are still reserved. Silent when they are
 * not, and when that cannot be read.
 */
export async function notifyReserved(
  api: StaffApi,
  kind: ItemKind,
  ids: readonly string[],
  { title, action }: { title: string } & Pick<NoticeOptions, 'action'>,
): Promise<void> {
  const check = await checkStock(api, kind, ids).catch(() => null);
  const reserved = check && promisesText(check);
  if (!reserved) return;
  const which =
    ids.length > 1
      ? `${counted(check.items, 'item is', 'items are')} still reserved`
      : 'Still reserved';
  notify.info(title, { description: `${which}: ${reserved}.`, ...(action ? { action } : {}) });
}
