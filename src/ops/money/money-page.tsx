import { useQuery } from '@tanstack/react-query';
import { openClaimsQuery } from '#data/money/money.ts';
import type { MoneySearch } from '#domain/money/money-search.ts';
import { Tabs } from '#ui/tabs.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { CRM_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { MoneyExports } from './money-exports.tsx';
import { OpenClaims } from './open-claims.tsx';
import { OwingOrders } from './owing-orders.tsx';

export interface MoneyPageProps {
  search: MoneySearch;
  onSearch: (next: MoneySearch, options?: { replace: boolean }) => void;
}

/** The money of all orders: what is due, claims to match, and files for the accountant. */
export function MoneyPage(props: MoneyPageProps) {
  return (
    <RoleGate roles={CRM_ROLES} page="Money">
      <h1 className="pt-6 pb-2 text-xl font-semibold">Money</h1>
      <MoneyTabs {...props} />
    </RoleGate>
  );
}

function MoneyTabs({ search, onSearch }: MoneyPageProps) {
  const claims = useQuery(openClaimsQuery(useStaffApi()));
  return (
    <Tabs
      label="Money"
      value={search.tab ?? 'due'}
      onChange={(tab) => onSearch(tab === 'due' ? {} : { tab })}
      tabs={[
        {
          value: 'due',
          label: 'Due',
          panel: (
            <div className="pt-5">
              <OwingOrders />
            </div>
          ),
        },
        {
          value: 'claims',
          label: 'Claims',
          count: claims.data?.length,
          panel: (
            <div className="pt-5">
              <OpenClaims read={claims} />
            </div>
          ),
        },
        {
          value: 'exports',
          label: 'Exports',
          panel: (
            <div className="pt-5">
              <MoneyExports search={search} onSearch={onSearch} />
            </div>
          ),
        },
      ]}
    />
  );
}
