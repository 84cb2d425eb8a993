import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { dashboardQuery } from '#data/desk/dashboard.ts';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import { formatCount } from '#ui/count.ts';
import { KIND_TITLES } from '../kit/kind-titles.ts';
import { MANAGER_PATHS } from '../kit/manager-paths.ts';
import { RoleGate } from '../kit/role-gate.tsx';
import { INVENTORY_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { ItemSearch } from './item-search.tsx';

/** The inventory managers, and one search over the items of all kinds. */
export function ItemsPage() {
  return (
    <RoleGate roles={INVENTORY_ROLES} page="Items">
      <h1 className="pt-6 text-xl font-semibold">Items</h1>
      <ItemSearch>
        <Managers />
      </ItemSearch>
    </RoleGate>
  );
}

function Managers() {
  const figures = useQuery(dashboardQuery(useStaffApi()));
  const counts = figures.data?.inventory;
  return (
    <ul
      aria-label="Managers"
      className="mt-4 border-t border-rule sm:grid sm:grid-cols-2 sm:gap-x-8 lg:grid-cols-3"
    >
      {ITEM_KINDS.map((kind) => (
        <li key={kind} className="border-b border-rule">
          <Link
            to={MANAGER_PATHS[kind]}
            className="group flex min-h-16 items-center gap-3 py-2 hover:text-teal"
          >
            <span className="min-w-0 grow">
              <span className="block text-base font-medium">{KIND_TITLES[kind]}</span>
              <span className="block min-h-[1.4em] text-xs text-ink-quiet tabular-nums">
                {counts &&
                  `${formatCount(counts[kind].active)} active · ${formatCount(counts[kind].inactive)} switched off`}
              </span>
            </span>
            <ChevronRight aria-hidden size={18} className="shrink-0 text-ink-quiet" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
