import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '../catalogue/public-api.ts';
import { siteTextsKey } from '../core/query-keys/visitor.ts';

/** The settings of a group, such as `about`, that differ from their defaults. */
export function siteTextsQuery(api: PublicApi, group: string) {
  return queryOptions({
    queryKey: siteTextsKey(group),
    // why: pages wait for their texts, and show the defaults if these cannot be read.
    retry: false,
    networkMode: 'always',
    // why: off by default in this mode, and a page may show defaults since the connection was lost.
    refetchOnReconnect: true,
    queryFn: async ({ signal }) => (await api()).siteTexts(group, signal),
  });
}
