import { linkOptions } from '@tanstack/react-router';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { MANAGER_PATHS } from './manager-paths.ts';
import { useProfile } from './profile.ts';

/**
 * Where numbers and codes lead: to the drawer of an order or enquiry and to the item's form; for a storekeeper to the
 * order's pick list and the item's page of the scan.
 */
export function useRecordLinks() {
  const isStorekeeper = useProfile()?.role === 'storekeeper';
  return {
    order: (number: string) =>
      isStorekeeper
        ? linkOptions({ to: '/ops/today', search: { order: number } })
        : linkOptions({ to: '/ops/crm', search: { tab: 'orders', open: number } }),
    enquiry: (number: string) =>
      linkOptions({ to: '/ops/crm', search: { tab: 'enquiries', open: number } }),
    item: (type: ItemKind, code: string, part?: 'calendar' | 'pieces') =>
      isStorekeeper
        ? linkOptions({ to: '/ops/scan/{-$code}', params: { code } })
        : linkOptions({ to: MANAGER_PATHS[type], search: { edit: code, ...(part && { part }) } }),
  };
}
export type RecordLinks = ReturnType<typeof useRecordLinks>;
