import { useQuery } from '@tanstack/react-query';
import { orderQuery, ordersQuery, readOrders } from '#data/crm/orders.ts';
import { openNew } from '#domain/crm/crm-search.ts';
import { editedOrder } from '#domain/crm/edited-rental.ts';
import { isEditable, orderNumber, type Order } from '#domain/crm/rental.ts';
import { formatTotal } from '#domain/money.ts';
import type { Column } from '#ui/data-table.tsx';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import { RentalFilters } from '../rentals/rental-filters.tsx';
import { OwnerAndNotes } from '../shared/owner-and-notes.tsx';
import { PaymentBadge } from '../shared/payment-badge.tsx';
import { StatusBadge, useStatusLabel } from '../../kit/status-badge.tsx';
import { RentalTab, type RentalTabTexts } from '../rentals/rental-tab.tsx';
import { useOpenNumber } from '../rentals/use-open-number.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { DuplicateButton } from '../rentals/duplicate-button.tsx';
import { EnquiryLink } from '../rentals/enquiry-link.tsx';
import { ChangeDates } from '../lines/change-dates.tsx';
import { ChangedQuoteNotice, RecordLines } from '../lines/record-lines.tsx';
import { OrderActions } from './order-actions.tsx';
import { DocumentsOf } from '../../documents/documents-of.tsx';
import { MakeQuoteButton } from '../../documents/make-quote-button.tsx';
import { DeskButtons } from '../../desk/desk-buttons.tsx';
import { RecordMessages } from '../../messages/record-messages.tsx';
import { OrderMoney } from '../../money/order-money.tsx';
import { OrderFilters } from './order-filters.tsx';

const TEXTS: RentalTabTexts = {
  label: 'Orders',
  search: 'Search orders',
  failure: 'Error loading orders',
  nothing: 'Currently there are no orders',
  nothingHint: 'An enquiry becomes an order by Convert to Order.',
  noMatch: 'No orders found matching your criteria',
  noMatchHint: 'The search looks at number, customer name, mobile and e-mail.',
  noun: 'order',
  dateLabel: 'Ordered',
  recordFailure: 'error loading order items',
};

const statusBadge = (order: Order) => <StatusBadge kind="order" status={order.status} />;
const paymentBadge = (order: Order) => <PaymentBadge order={order} />;

const STATUSES: readonly Column<Order>[] = [
  { key: 'status', header: 'Status', sort: 'status', width: '7rem', cell: statusBadge },
  {
    key: 'payment',
    header: 'Payment',
    sort: 'payment_status',
    width: '9.75rem',
    cell: paymentBadge,
  },
];

/** The list of orders, one of which may be open in the drawer. */
export function OrdersTab({ search, onSearch }: CrmTabProps) {
  const api = useStaffApi();
  const number = useOpenNumber(search.open);
  const record = useQuery({ ...orderQuery(api, number), enabled: search.open !== undefined });
  const label = useStatusLabel('order');
  const paymentLabel = useStatusLabel('payment');
  return (
    <RentalTab
      texts={TEXTS}
      file="orders"
      numberOf={orderNumber}
      search={search}
      onSearch={onSearch}
      list={useQuery(ordersQuery(api, search))}
      number={number}
      record={record}
      readPart={(part, signal) => readOrders(api, search, part, signal)}
      statusColumns={STATUSES}
      statusCells={[
        { header: 'Status', cell: (order) => label(order.status) },
        { header: 'Payment status', cell: (order) => paymentLabel(order.payment_status) },
      ]}
      renderBadges={(order) => (
        <>
          {statusBadge(order)}
          {paymentBadge(order)}
        </>
      )}
      filters={
        <RentalFilters statuses="order" dateLabel={TEXTS.dateLabel} {...{ search, onSearch }}>
          <OrderFilters search={search} onSearch={onSearch} />
        </RentalFilters>
      }
      receivedOf={({ received }) => (received === 0 ? 'nothing yet' : formatTotal(received))}
      origin={record.data?.enquiry && <EnquiryLink number={record.data.enquiry.enquiry_number} />}
      tools={
        record.data && (
          <div className="flex flex-wrap gap-2 empty:hidden">
            <DeskButtons order={record.data} />
            {isEditable(record.data) && (
              <>
                <ChangeDates key={record.data.id} rental={editedOrder(record.data)} />
                <MakeQuoteButton
                  key={`quote ${record.data.id}`}
                  source={{ order: record.data.id }}
                />
              </>
            )}
            <DuplicateButton
              key={`duplicate ${record.data.id}`}
              rental={record.data}
              make="order"
              onOpen={() => onSearch((now) => openNew(now, 'order'))}
            />
          </div>
        )
      }
      people={
        record.data && (
          <OwnerAndNotes key={record.data.id} table="orders" number={number} rental={record.data} />
        )
      }
      isWide
      tabsOf={({ id }) => [
        {
          value: 'documents',
          label: 'Documents',
          panel: (
            <>
              <ChangedQuoteNotice noun="order" quote={record.data?.changed_quote} />
              <DocumentsOf source={{ order: id }} />
            </>
          ),
        },
        { value: 'money', label: 'Money', panel: <OrderMoney order={id} /> },
        { value: 'emails', label: 'E-mails', panel: <RecordMessages record={id} /> },
      ]}
      lines={
        record.data && (
          <>
            <ChangedQuoteNotice noun="order" quote={record.data.changed_quote} />
            <RecordLines
              key={record.data.id}
              rental={editedOrder(record.data)}
              isEditable={isEditable(record.data)}
            />
          </>
        )
      }
      renderActions={(order) => <OrderActions order={order} />}
    />
  );
}
