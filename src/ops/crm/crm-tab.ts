import type { CrmSearch, CrmTab } from '#domain/crm/crm-search.ts';

/** Writes the CRM's state into the address; `replace` keeps the history as it is. */
export type SetCrmSearch = (next: CrmSearch, options?: { replace?: boolean }) => void;

/** What each tab of the CRM is given. */
export interface CrmTabProps {
  search: CrmSearch;
  onSearch: SetCrmSearch;
  /** The tabs that there are. */
  tabs: readonly CrmTab[];
}
