import { isStudioDate, type StudioDate } from '../days.ts';
import { addressText } from '../list-search.ts';

/** The tabs of the page Money, in display order. */
export const MONEY_TABS = ['due', 'claims', 'exports'] as const;

/** One of the tabs of the page Money. */
export type MoneyTab = (typeof MONEY_TABS)[number];

/** State of the page Money in the address. */
export interface MoneySearch {
  /** Due without it. */
  tab?: Exclude<MoneyTab, 'due'>;
  /** The days of an export; the last month without them. */
  from?: StudioDate;
  to?: StudioDate;
}

/** Parses the query string. Unknown keys and invalid values are dropped. */
export function readMoneySearch(raw: Record<string, unknown>): MoneySearch {
  const tab = MONEY_TABS.find((one) => one === raw['tab']);
  if (tab === undefined || tab === 'due') return {};
  if (tab === 'claims') return { tab };
  const [from, to] = [addressText(raw['from']), addressText(raw['to'])];
  return isStudioDate(from) && isStudioDate(to) ? { tab, from, to } : { tab };
}
