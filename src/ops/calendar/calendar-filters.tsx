import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import { customerNameQuery } from '#data/crm/customers.ts';
import { lookupQuery } from '#data/stock/lookups.ts';
import { assigneesQuery } from '#data/staff/staff.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { itemKindOf } from '#domain/catalogue/kinds/item-kind-of.ts';
import { ITEM_KINDS, type ItemKind } from '#domain/catalogue/kinds/kind.ts';
import type { InventoryLookup } from '#domain/inventory/inventory-kind.ts';
import {
  changeTimeline,
  isFiltered,
  type TimelineFilters,
} from '#domain/timeline/timeline-search.ts';
import { classNames } from '#ui/class-names.ts';
import { FilterSelect, namedOptions } from '#ui/filter-field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { FindCustomer } from '../kit/pickers/find-customer.tsx';
import { KIND_TITLES } from '../kit/kind-titles.ts';
import { NarrowFilters } from '../kit/filters/narrow-filters.tsx';
import { ListSearchBox } from '../kit/lists/list-search-box.tsx';
import { staffName } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import type { CalendarProps } from './calendar-props.ts';

/** The list of values that a kind's category is. why: the managers' descriptors have it too, with much more. */
const CATEGORIES: Record<ItemKind, { label: string } & Pick<InventoryLookup, 'source'>> = {
  prop: { label: 'Category', source: { table: 'prop_categories', column: 'name' } },
  cloth: { label: 'Category', source: { table: 'cloth_categories', column: 'name' } },
  backdrop: {
    label: 'Size',
    source: { table: 'backdrop_size_manager', column: 'size_value', order: 'size_order' },
  },
  gear: { label: 'Category', source: { table: 'gear_category_manager', column: 'name' } },
  set: {
    label: 'Category',
    source: {
      options: [
        { value: 'set', label: 'Sets' },
        { value: 'package', label: 'Packages' },
      ],
    },
  },
  crew: { label: 'Category', source: { table: 'crew_categories', column: 'name' } },
};

export interface CalendarFiltersProps extends CalendarProps {
  /** Whether customers and owners are offered. */
  mayReadCustomers: boolean;
  isGrid: boolean;
}

/** The filters: search, kind, category, owner, customer, and whether free items are shown. */
export function CalendarFilters(props: CalendarFiltersProps) {
  const { search, onSearch, mayReadCustomers, isGrid } = props;
  const change = (filters: { [Key in keyof TimelineFilters]: TimelineFilters[Key] | undefined }) =>
    onSearch((now) => changeTimeline(now, filters), { replace: true });
  return (
    <div className="mb-3 flex flex-wrap items-center gap-2 print:hidden">
      <ListSearchBox
        label={
          search.by !== 'orders' ? 'Find items' : mayReadCustomers ? 'Number or customer' : 'Number'
        }
        value={search.q ?? ''}
        onChange={(q) => change({ q: q || undefined })}
      />
      <NarrowFilters shownFirst={isFiltered(search)}>
        <FilterSelect
          label="Kind"
          any="All"
          value={search.kind}
          options={namedOptions(ITEM_KINDS, KIND_TITLES)}
          onChange={(kind) => change({ kind: itemKindOf(kind) })}
        />
        {search.kind && (
          <CategoryFilter
            key={search.kind}
            kind={search.kind}
            value={search.category}
            onChange={(category) => change({ category })}
          />
        )}
        {mayReadCustomers && (
          <OwnerFilter value={search.owner} onChange={(owner) => change({ owner })} />
        )}
        {isGrid && !search.by && (
          <FilterSelect
            label="Show"
            any="Only booked"
            value={search.show}
            options={[{ value: 'all', label: 'All items' }]}
            onChange={(show) => change({ show: show === 'all' ? show : undefined })}
          />
        )}
        {mayReadCustomers && (
          <CustomerFilter id={search.customer} onChange={(customer) => change({ customer })} />
        )}
      </NarrowFilters>
    </div>
  );
}

function CategoryFilter(props: {
  kind: ItemKind;
  value: string | undefined;
  onChange: (category: string | undefined) => void;
}) {
  const { label, source } = CATEGORIES[props.kind];
  const values = useQuery(lookupQuery(useStaffApi(), { source }));
  return (
    <FilterSelect
      label={label}
      any="Any"
      value={props.value}
      options={(values.data ?? []).map((one) => ({ value: one.slug, label: one.label }))}
      onChange={props.onChange}
    />
  );
}

function OwnerFilter(props: {
  value: string | undefined;
  onChange: (owner: string | undefined) => void;
}) {
  const staff = useQuery(assigneesQuery(useStaffApi()));
  return (
    <FilterSelect
      label="Owner"
      any="Anyone"
      value={props.value}
      options={[
        { value: 'me', label: 'Mine' },
        { value: 'none', label: 'Nobody' },
        ...(staff.data ?? []).map((one) => ({ value: one.id, label: staffName(one) })),
      ]}
      onChange={props.onChange}
    />
  );
}

interface CustomerFilterProps {
  id: string | undefined;
  onChange: (id: string | undefined) => void;
}

/**
 * The customer that the calendar is narrowed to, or a button that finds one. why one button for both: the focus stays
 * on it when a customer is selected or removed.
 */
function CustomerFilter({ id, onChange }: CustomerFilterProps) {
  const [isFinding, setIsFinding] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => (id ? onChange(undefined) : setIsFinding(true))}
        className={classNames(
          'inline-flex h-11 max-w-full items-center rounded-sm text-sm sm:h-9',
          id
            ? 'gap-1.5 bg-teal-pale pr-2 pl-3 text-teal-deep hover:bg-paper-deep'
            : 'gap-2 border border-rule-strong bg-surface px-3 whitespace-nowrap text-ink-quiet hover:border-ink-quiet max-sm:grow',
        )}
      >
        {id ? (
          <CustomerChip id={id} />
        ) : (
          <>
            Customer <span className="text-ink">Any</span>
          </>
        )}
      </button>
      <Sheet open={isFinding} onClose={() => setIsFinding(false)} title="Customer">
        {isFinding && (
          <FindCustomer
            text="Show only what is reserved for one customer."
            onFound={(customer) => {
              setIsFinding(false);
              onChange(customer.id);
            }}
          />
        )}
      </Sheet>
    </>
  );
}

function CustomerChip({ id }: { id: string }) {
  const customer = useQuery(customerNameQuery(useStaffApi(), id));
  const name = customer.isPending ? '…' : customerName(customer.data ?? null);
  return (
    <>
      <span className="sr-only">Remove filter: customer {name}</span>
      <span aria-hidden className="truncate">
        Customer: {name}
      </span>
      <X aria-hidden size={16} className="shrink-0" />
    </>
  );
}
