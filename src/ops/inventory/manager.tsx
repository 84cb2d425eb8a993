import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { inventoryQuery } from '#data/inventory.ts';
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
import { ListFrame } from '../shell/list-frame.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { INVENTORY_ROLES } from '../shell/staff.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { ColumnsMenu } from './columns-menu.tsx';
import { ItemRow } from './item-card.tsx';
import { ItemDialog } from './item-dialog.tsx';
import { ItemGrid } from './item-grid.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { ManagerTools } from './manager-tools.tsx';
import { ManagerFilters } from './manager-filters.tsx';
import type { ManagerPlace, ManagerSlots, SetInventorySearch } from './slots.ts';
import { chosenColumn, useChosen } from './use-chosen.tsx';
import { useRemembered } from './use-remembered.ts';
import { ViewToggle } from './view-toggle.tsx';

/**
 * An inventory manager (back office §2): a kind's items in a table or grid with search, filters,
 * sorting and pages, and the dialog to add or edit one. Its whole state is in the address.
 */
export function Manager({ slots }: { slots: ManagerSlots }) {
  return (
    <RoleGate roles={INVENTORY_ROLES} page={slots.kind.texts.title}>
      <ManagerPage slots={slots} />
    </RoleGate>
  );
}

function ManagerPage({ slots }: { slots: ManagerSlots }) {
  const { kind } = slots;
  const place = useManagerPlace(slots);
  const { search, onSearch } = place;
  const list = useQuery(inventoryQuery(useStaffApi(), kind, search));
  const [view, setView] = useView(place);
  const all = slots.columns(place);
  const [hidden, setHidden] = useHiddenColumns(place);
  const visible = all.filter(({ key }) => !hidden.includes(key));
  const chosen = useChosen(list.data?.items);
  const columns = [chosenColumn(chosen, list.data?.items ?? []), ...visible];
  const onPage = useCallback(
    (page: number, options?: { replace: boolean }) =>
      onSearch((now) => ({ ...changeInventory(kind, now, {}), page }), options),
    [kind, onSearch],
  );
  const stale = list.isPlaceholderData;
  return (
    <>
      <header className="flex flex-wrap items-center gap-2 pt-5">
        <h1 className="mr-auto text-xl font-semibold">{kind.texts.title}</h1>
        <div className="flex flex-wrap gap-2 max-md:order-last max-md:w-full">
          <ManagerTools place={place} />
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
          noMatch: kind.texts.empty,
          noMatchHint: kind.texts.noMatchHint,
        }}
        list={list}
        search={search}
        filtered={Object.keys(inventoryFilters(kind, search)).length > 0}
        onNeedle={(q) => onSearch((now) => changeInventory(kind, now, { q }), { replace: true })}
        onPage={onPage}
        onClear={() => onSearch(clearInventory, { replace: true })}
        filters={<ManagerFilters {...place} />}
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
              <ItemGrid place={place} chosen={chosen} items={items} stale={stale} empty={empty} />
            ) : (
              <DataTable
                label={kind.texts.title}
                columns={columns}
                rows={items}
                rowKey={(item) => item.id}
                openKey={items?.find(({ code }) => code === search.edit)?.id}
                stale={stale}
                renderCard={(item) => <ItemRow place={place} chosen={chosen} item={item} />}
                onOpen={(item) => onSearch((now) => ({ ...now, edit: item.code }))}
                sort={search.sort ?? DEFAULT_SORT}
                onSort={(sort) =>
                  onSearch((now) => changeInventory(kind, now, { sort }), { replace: true })
                }
                empty={empty}
              />
            )}
            {chosen.items.length > 0 && (
              <BulkBar place={place} chosen={chosen.items} onDone={() => chosen.chooseAll(false)} />
            )}
          </>
        )}
      </ListFrame>
      <ItemDialog place={place} listed={list.data?.items} />
    </>
  );
}

/** What the address says, and how to change it. */
function useManagerPlace({ kind, path }: ManagerSlots): ManagerPlace {
  // why: the router leaves in `search` what `validateSearch` left out; the page must not see it.
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

/** Table or grid: as the address says, else as chosen last, else table (back office §9). */
function useView({ kind, search, onSearch }: ManagerPlace) {
  const [last, remember] = useRemembered(`ops-view:${kind.kind}`);
  const view: InventoryView = search.view ?? (last === 'grid' ? 'grid' : 'table');
  const choose = (next: InventoryView) => {
    remember(next);
    onSearch((now) => ({ ...now, view: next }), { replace: true });
  };
  return [view, choose] as const;
}

function useHiddenColumns({ kind }: ManagerPlace) {
  const [kept, remember] = useRemembered(`ops-columns:${kind.kind}`);
  const hidden = kept ? kept.split(',') : [];
  return [hidden, (keys: readonly string[]) => remember(keys.join(','))] as const;
}
