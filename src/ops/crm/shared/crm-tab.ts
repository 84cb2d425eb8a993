import type { CrmSearch } from '#domain/crm/crm-search.ts';

/**
 * Changes the CRM's state in the address. `change` receives the state of the current address, which
 * may be newer than the rendered one; `replace` adds no history entry.
 */
export type SetCrmSearch = (
  change: (now: CrmSearch) => CrmSearch,
  options?: { replace?: boolean },
) => void;

export interface CrmTabProps {
  search: CrmSearch;
  onSearch: SetCrmSearch;
}
