import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { orderQuery, ordersQuery, readOrders } from '#data/orders.ts';
import { closeRecord } from '#domain/crm/crm-search.ts';
import { orderNumber, type Order } from '#domain/crm/rental.ts';
import type { Column } from '#ui/data-table.tsx';
import { CrmList, type CrmListTexts } from '../crm/crm-list.tsx';
import type { CrmTabProps } from '../crm/crm-tab.ts';
import { RentalFilters } from '../crm/rental-filters.tsx';
import { StatusBadge, useStatusLabel } from '../crm/status-badge.tsx';
import { RentalCard } from '../rentals/rental-card.tsx';
import { rentalColumns } from '../rentals/rental-columns.tsx';
import { rentalCsv } from '../rentals/rental-csv.ts';
import { RentalDrawer } from '../rentals/rental-drawer.tsx';
import { useOpenNumber } from '../rentals/use-open-number.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { OrderActions } from './order-actions.tsx';
import { PaymentFilter } from './payment-filter.tsx';

const TEXTS: CrmListTexts = {
  label: 'Orders',
  search: 'search orders',
  failure: 'Error loading orders',
  nothing: 'Currently there are no orders',
  nothingHint: 'An enquiry becomes an order by Convert to Order.',
  noMatch: 'No orders found matching your criteria',
  noMatchHint: 'The search looks at number, customer name, mobile and email.',
};

const DRAWER_TEXTS = { noun: 'order', came: 'Ordered', failure: 'error loading order items' };

const STATUSES: readonly Column<Order>[] = [
  {
    key: 'status',
    header: 'Status',
    sort: 'status',
    width: '7rem',
    cell: (order) => <StatusBadge kind="order" status={order.status} />,
  },
  {
    key: 'payment',
    header: 'Payment',
    sort: 'payment_status',
    width: '10.5rem',
    cell: (order) => <StatusBadge kind="payment" status={order.payment_status} />,
  },
];

const keyOf = (order: Order) => order.id;

/** The orders; one of them may be open in the drawer. */
export function OrdersTab({ search, onSearch }: CrmTabProps) {
  const api = useStaffApi();
  const list = useQuery(ordersQuery(api, search));
  const number = useOpenNumber(search.open);
  const isOpen = search.open !== undefined;
  const read = useQuery({ ...orderQuery(api, number), enabled: isOpen });
  const enquiry = read.data?.enquiry;
  const label = useStatusLabel('order');
  const paymentLabel = useStatusLabel('payment');
  const listed = list.data?.items.find((order) => orderNumber(order) === number);
  return (
    <>
      <CrmList
        texts={TEXTS}
        list={list}
        search={search}
        onSearch={onSearch}
        columns={rentalColumns({
          search,
          numberOf: orderNumber,
          came: 'Ordered',
          statuses: STATUSES,
        })}
        rowKey={keyOf}
        openKey={isOpen ? listed?.id : undefined}
        renderCard={(order) => (
          <RentalCard
            rental={order}
            number={orderNumber(order)}
            search={search}
            badges={
              <>
                <StatusBadge kind="order" status={order.status} />
                <StatusBadge kind="payment" status={order.payment_status} />
              </>
            }
          />
        )}
        filters={
          <RentalFilters statuses="order" came="Ordered" {...{ search, onSearch }}>
            <PaymentFilter search={search} onSearch={onSearch} />
          </RentalFilters>
        }
        onOpen={(order) => onSearch({ ...search, open: orderNumber(order) })}
        csv={{
          name: 'orders',
          columns: rentalCsv<Order>({
            numberOf: orderNumber,
            came: 'Ordered',
            statuses: [
              { header: 'Status', cell: (order) => label(order.status) },
              { header: 'Payment status', cell: (order) => paymentLabel(order.payment_status) },
            ],
          }),
          readPart: (part, signal) => readOrders(api, search, part, signal),
        }}
      />
      <RentalDrawer
        texts={DRAWER_TEXTS}
        number={number}
        open={isOpen}
        read={read}
        listed={listed}
        onClose={() => isOpen && onSearch(closeRecord(search), { replace: true })}
        origin={
          enquiry && (
            <Link
              to="/ops/crm"
              search={{ tab: 'enquiries', open: enquiry.enquiry_number }}
              preload={false}
              className="inline-flex text-teal hover:underline max-sm:-my-3 max-sm:min-h-11 max-sm:items-center"
            >
              {enquiry.enquiry_number}
            </Link>
          )
        }
        renderActions={(order) => <OrderActions order={order} />}
      />
    </>
  );
}
