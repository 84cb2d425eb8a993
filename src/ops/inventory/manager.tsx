import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { inventoryQuery } from '#data/stock/inventory.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import {
  changeInventory,
  clearInventory,
  inventoryFilters,
  NEW_ITEM,
  readInventorySearch,
  type InventoryView,
} from '#domain/inventory/inventory-search.ts';
import { DEFAULT_SORT } from '#domain/list-search.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { ListFrame } from '../kit/lists/list-frame.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { INVENTORY_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { ColumnsMenu } from './list/columns-menu.tsx';
import { InventoryRow } from './list/inventory-card.tsx';
import { itemColumns } from './list/item-columns.tsx';
import { ItemDialog } from './form/item-dialog.tsx';
import { InventoryGrid } from './list/inventory-grid.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { ManagerTools } from './manager-tools.tsx';
import { ManagerFilters } from './list/manager-filters.tsx';
import type {
  ManagerContext,
  ManagerDefinition,
  SetInventorySearch,
} from './shared/manager-context.ts';
import { MANAGER_PATHS } from '../kit/manager-paths.ts';
import { selectionColumn, useSelection } from './list/use-selection.tsx';
import { useStoredPreference } from '../kit/use-stored-preference.ts';
import { useHiddenColumns } from './list/use-hidden-columns.ts';
import { ViewToggle } from './list/view-toggle.tsx';

/**
 * An inventory manager: a kind's items in a table or grid with search, filters, sorting and pages,
 * and the dialog to add or edit one. Its whole state is in the address (docs/product/inventory.md).
 */
export function Manager({ definition }: { definition: ManagerDefinition }) {
  return (
    <RoleGate roles={INVENTORY_ROLES} page={definition.kind.texts.title}>
      <ManagerPage definition={definition} />
    </RoleGate>
  );
}

function ManagerPage({ definition }: { definition: ManagerDefinition }) {
  const { kind } = definition;
  const manager = useManagerContext(kind);
  const { search, onSearch } = manager;
  const list = useQuery(inventoryQuery(useStaffApi(), kind, search));
  const [view, setView] = useView(manager);
  const all = itemColumns(manager, definition);
  const [hidden, setHidden] = useHiddenColumns(definition, all);
  const visible = all.filter(({ key }) => !hidden.includes(key));
  const selection = useSelection(list.data?.items);
  const columns = [selectionColumn(selection, list.data?.items ?? []), ...visible];
  const onPage = useCallback(
    (page: number, options?: { replace: boolean }) =>
      onSearch((now) => ({ ...changeInventory(kind, now, {}), page }), options),
    [kind, onSearch],
  );
  const stale = list.isPlaceholderData;
  const isArchived = search.archived === 'yes';
  return (
    <>
      <header className="flex flex-wrap items-center gap-2 pt-5">
        <h1 className="mr-auto text-xl font-semibold">{kind.texts.title}</h1>
        <div className="flex flex-wrap gap-2 max-md:order-last max-md:w-full">
          <ManagerTools manager={manager} />
        </div>
        <Button size="sm" onClick={() => onSearch((now) => ({ ...now, edit: NEW_ITEM }))}>
          <Plus aria-hidden size={16} />
          {kind.texts.add}
        </Button>
      </header>
      <ListFrame
        texts={{
          search: kind.texts.search,
          failure: kind.texts.listFailed,
          loading: kind.texts.loading,
          nothing: kind.texts.empty,
          nothingHint: `Add the first with “${kind.texts.add}”.`,
          noMatch: isArchived ? 'no archived items found' : kind.texts.empty,
          noMatchHint:
            isArchived && !search.q
              ? 'Items that were archived are listed here.'
              : kind.texts.noMatchHint,
        }}
        list={list}
        search={search}
        filtered={Object.keys(inventoryFilters(kind, search)).length > 0}
        onSearch={(q) => onSearch((now) => changeInventory(kind, now, { q }), { replace: true })}
        onPage={onPage}
        onClear={() => onSearch(clearInventory, { replace: true })}
        filters={<ManagerFilters {...manager} />}
        tools={
          <>
            {view === 'table' && <ColumnsMenu columns={all} hidden={hidden} onChange={setHidden} />}
            <ViewToggle view={view} onChange={setView} />
          </>
        }
      >
        {(items, empty) => (
          <>
            {view === 'grid' ? (
              <InventoryGrid
                manager={manager}
                selection={selection}
                items={items}
                stale={stale}
                empty={empty}
              />
            ) : (
              <DataTable
                label={kind.texts.title}
                columns={columns}
                rows={items}
                rowKey={(item) => item.id}
                openKey={items?.find(({ code }) => code === search.edit)?.id}
                stale={stale}
                renderCard={(item) => (
                  <InventoryRow manager={manager} selection={selection} item={item} />
                )}
                onOpen={(item) => onSearch((now) => ({ ...now, edit: item.code }))}
                sort={search.sort ?? DEFAULT_SORT}
                onSort={(sort) =>
                  onSearch((now) => changeInventory(kind, now, { sort }), { replace: true })
                }
                empty={empty}
              />
            )}
            {selection.items.length > 0 && (
              <BulkBar
                manager={manager}
                selected={selection.items}
                onDone={() => selection.selectAll(false)}
              />
            )}
          </>
        )}
      </ListFrame>
      <ItemDialog manager={manager} listed={list.data?.items} />
    </>
  );
}

/** The state in the address, parsed, and its setter. */
function useManagerContext(kind: InventoryKind): ManagerContext {
  const path = MANAGER_PATHS[kind.kind];
  // why: the route does not parse the address, see `managerRoute`.
  const raw = useSearch({ strict: false });
  const search = useMemo(() => readInventorySearch(kind, { ...raw }), [kind, raw]);
  const navigate = useNavigate();
  const onSearch = useCallback<SetInventorySearch>(
    (change, { replace = false } = {}) =>
      void navigate({
        to: path,
        search: (now) => change(readInventorySearch(kind, { ...now })),
        replace,
        resetScroll: false,
      }),
    [kind, navigate, path],
  );
  return { kind, path, search, onSearch };
}

/** Table or grid: from the address, else the one selected last, else table. */
function useView({ kind, search, onSearch }: ManagerContext) {
  const [last, store] = useStoredPreference(`ops-view:${kind.kind}`);
  const view: InventoryView = search.view ?? (last === 'grid' ? 'grid' : 'table');
  const select = (next: InventoryView) => {
    store(next);
    onSearch((now) => ({ ...now, view: next }), { replace: true });
  };
  return [view, select] as const;
}
