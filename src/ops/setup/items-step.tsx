import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { dashboardQuery } from '#data/desk/dashboard.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { NEW_ITEM, type InventorySearch } from '#domain/inventory/inventory-search.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { backdropInventory } from '#domain/inventory/kinds/backdrop.ts';
import { clothInventory } from '#domain/inventory/kinds/cloth.ts';
import { crewInventory } from '#domain/inventory/kinds/crew.ts';
import { gearInventory } from '#domain/inventory/kinds/gear.ts';
import { propInventory } from '#domain/inventory/kinds/prop.ts';
import { setInventory } from '#domain/inventory/kinds/set.ts';
import { Button } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { ItemDialog } from '../inventory/form/item-dialog.tsx';
import { ImportButton } from '../inventory/import/import-dialog.tsx';
import { KIND_TITLES } from '../kit/kind-titles.ts';
import { MANAGER_PATHS } from '../kit/manager-paths.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { StepActions, type StepProps } from './step-actions.tsx';

const KINDS: readonly InventoryKind[] = [
  propInventory,
  clothInventory,
  backdropInventory,
  gearInventory,
  setInventory,
  crewInventory,
];

/** The step with the first items, by hand or from a CSV file. */
export function ItemsStep(props: StepProps) {
  const figures = useQuery(dashboardQuery(useStaffApi()));
  const counts = figures.data?.inventory;
  return (
    <>
      <p className="mt-1 mb-4 max-w-prose text-sm text-ink-quiet">
        Add some items by hand with name, price and pictures, or import a CSV file with any number
        of them. Each is saved at once and on the site within a second.
      </p>
      <ul aria-label="Kinds of items" className="border-t border-rule">
        {KINDS.map((kind) => {
          const count = counts && counts[kind.kind].active + counts[kind.kind].inactive;
          return <KindRow key={kind.kind} kind={kind} count={count} />;
        })}
      </ul>
      <StepActions {...props}>
        <Button disabled={!props.state.done.includes(props.page)} onClick={props.onNext}>
          Continue
        </Button>
      </StepActions>
    </>
  );
}

function KindRow({ kind, count }: { kind: InventoryKind; count: number | undefined }) {
  const queryClient = useQueryClient();
  const [search, setSearch] = useState<InventorySearch>({});
  const title = KIND_TITLES[kind.kind];
  const path = MANAGER_PATHS[kind.kind];
  const refetch = () => {
    void queryClient.invalidateQueries({ queryKey: staffKeys.setup });
    void queryClient.invalidateQueries({ queryKey: staffKeys.dashboard });
  };
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-rule py-3">
      <span className="min-w-40 grow">
        <Link to={path} className="font-medium hover:text-teal">
          {title}
        </Link>
        <span className="block min-h-[1.4em] text-xs text-ink-quiet tabular-nums">
          {count !== undefined && (count > 0 ? counted(count, 'item', 'items') : 'none yet')}
        </span>
      </span>
      <span className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => setSearch({ edit: NEW_ITEM })}>
          <Plus aria-hidden size={16} />
          {kind.texts.add}
        </Button>
        <ImportButton kind={kind} onClose={refetch} />
      </span>
      <ItemDialog
        manager={{
          kind,
          path,
          search,
          onSearch: (change) => {
            setSearch(change);
            refetch();
          },
        }}
        listed={undefined}
      />
    </li>
  );
}
