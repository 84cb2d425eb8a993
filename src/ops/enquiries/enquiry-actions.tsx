import { Link, useNavigate } from '@tanstack/react-router';
import { convertEnquiry, orderMadeBefore, setEnquiryStatus } from '#data/enquiries.ts';
import type { Enquiry, EnquiryRecord } from '#domain/crm/rental.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { StatusSelect } from '../rentals/status-select.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { useSingleMutation } from '../shell/use-single-mutation.ts';
import { useReadAgain } from '../shell/use-read-again.ts';
import { useStaffApi } from '../use-staff-api.ts';

const TEXTS = { done: 'Status updated successfully', failure: 'Error updating status' };

/** What may be done with an enquiry: change its status, and while it is pending make an order of it. */
export function EnquiryActions({ enquiry }: { enquiry: Enquiry | EnquiryRecord }) {
  const api = useStaffApi();
  const convert = useConversion();
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
      {enquiry.status === 'pending' && (
        <Button
          size="sm"
          busy={convert.isPending}
          className="ml-auto"
          onClick={() => convert.mutate(enquiry.id)}
        >
          {convert.isPending ? 'Converting...' : 'Convert to Order'}
        </Button>
      )}
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

/** Makes an order of an enquiry, and leads to it; also to the one that somebody made first. */
function useConversion() {
  const api = useStaffApi();
  const navigate = useNavigate();
  const readAgain = useReadAgain();
  const wayTo = (order: string) => ({
    action: {
      label: 'Open order',
      onClick: () => void navigate({ to: '/ops/crm', search: { tab: 'orders', open: order } }),
    },
  });
  return useSingleMutation({
    mutationFn: (id: string) => convertEnquiry(api, id),
    onSuccess: (order) => {
      notify.success('Enquiry converted to order successfully', wayTo(order));
      return readAgain();
    },
    onError: (error) => {
      const order = orderMadeBefore(error);
      notifyFailure('Error converting enquiry', error, order ? wayTo(order) : {});
      return readAgain();
    },
  });
}
