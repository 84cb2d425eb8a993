import { Link } from '@tanstack/react-router';
import { setEnquiryStatus } from '#data/crm/enquiries.ts';
import type { Enquiry, EnquiryRecord } from '#domain/crm/rental.ts';
import { buttonClass } from '#ui/button.tsx';
import { StatusSelect } from '../rentals/status-select.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { ConvertButton } from './convert-button.tsx';

const TEXTS = { done: 'Status updated successfully', failure: 'Error updating status' };

/** Actions on an enquiry: its status and, while pending, conversion to an order. */
export function EnquiryActions({ enquiry }: { enquiry: Enquiry | EnquiryRecord }) {
  const api = useStaffApi();
  if (enquiry.status === 'converted') {
    return <Converted order={'order' in enquiry ? enquiry.order : null} />;
  }
  return (
    <div className="flex flex-wrap items-end gap-3">
      <StatusSelect
        key={enquiry.id}
        label="Status"
        kind="enquiry"
        value={enquiry.status}
        id={enquiry.id}
        save={(status) => setEnquiryStatus(api, enquiry.id, status)}
        texts={TEXTS}
      />
      {enquiry.status === 'pending' && <ConvertButton key={enquiry.id} enquiry={enquiry} />}
    </div>
  );
}

function Converted({ order }: { order: EnquiryRecord['order'] }) {
  return (
    <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 text-sm sm:min-h-9">
      <p>This enquiry was converted{order ? ` to order ${order.order_number}` : ''}.</p>
      {order && (
        <Link
          to="/ops/crm"
          search={{ tab: 'orders', open: order.order_number }}
          preload={false}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          Open order
        </Link>
      )}
    </div>
  );
}
