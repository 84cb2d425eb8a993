import type { CrmSearch, CrmTab } from '#domain/crm/crm-search.ts';

/**
 * Changes the CRM's state in the address; `replace` keeps the history as it is. `change` is given the
 * state as the address has it now, which may be newer than the one on the screen.
 */
export type SetCrmSearch = (
  change: (now: CrmSearch) => CrmSearch,
  options?: { replace?: boolean },
) => void;

/** What each tab of the CRM is given. */
export interface CrmTabProps {
  search: CrmSearch;
  onSearch: SetCrmSearch;
  /** The tabs that there are. */
  tabs: readonly CrmTab[];
}
