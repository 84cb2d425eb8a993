import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { convertEnquiry, enquiryQuery, existingOrderNumber } from '#data/enquiries.ts';
import { conversionDoubts } from '#domain/crm/conversion.ts';
import { enquiryNumber } from '#domain/crm/crm-text.ts';
import type { Enquiry } from '#domain/crm/rental.ts';
import { studioToday } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { notify } from '#ui/toast.tsx';
import { useStatusLabel } from '../shared/status-badge.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useRefetch } from '../../shell/use-refetch.ts';
import { useSingleMutation } from '../../shell/use-single-mutation.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/**
 * Makes an order of a pending enquiry, and leads to it; also to the one that somebody made first.
 * Says what it will set, and asks once where dates are past or pieces are more than there are.
 */
export function ConvertButton({ enquiry }: { enquiry: Enquiry }) {
  const [doubts, setDoubts] = useState<readonly string[]>([]);
  const convert = useConversion(enquiry, setDoubts);
  const order = useStatusLabel('order');
  const payment = useStatusLabel('payment');
  const sets = `order status “${order('confirmed')}” and payment status “${payment('advance_received')}”`;
  return (
    <>
      <p className="text-xs text-ink-quiet max-lg:order-last max-lg:basis-full lg:ml-auto lg:pb-2.5">
        Sets {sets}.
      </p>
      <Button
        size="sm"
        className="max-lg:ml-auto"
        busy={convert.isPending}
        onClick={() => convert.mutate({ isAnswered: false })}
      >
        {convert.isPending ? 'Converting...' : 'Convert to Order'}
      </Button>
      <ConfirmDialog
        open={doubts.length > 0}
        title="Convert to an order all the same?"
        text={
          <>
            <ul className="space-y-1 text-ink">
              {doubts.map((doubt) => (
                <li key={doubt}>{doubt}</li>
              ))}
            </ul>
            <p className="mt-3">Makes an order with {sets}.</p>
          </>
        }
        onCancel={() => setDoubts([])}
      >
        <Button onClick={() => convert.mutate({ isAnswered: true })}>convert</Button>
        <Button variant="secondary" onClick={() => setDoubts([])}>
          keep the enquiry
        </Button>
      </ConfirmDialog>
    </>
  );
}

/** Converts an enquiry, unless there are doubts that nobody has answered yet: `onDoubts` is told them. */
function useConversion(enquiry: Enquiry, onDoubts: (doubts: readonly string[]) => void) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refetch = useRefetch();
  const wayTo = (order: string) => ({
    action: {
      label: 'Open order',
      onClick: () => void navigate({ to: '/ops/crm', search: { tab: 'orders', open: order } }),
    },
  });
  return useSingleMutation({
    mutationFn: async ({ isAnswered }: { isAnswered: boolean }): Promise<string | null> => {
      if (!isAnswered) {
        // why: read now. What is on the screen may be old, and the list does not know the stock.
        const now = await queryClient.fetchQuery(enquiryQuery(api, enquiryNumber(enquiry)));
        const doubts = now?.status === 'pending' ? conversionDoubts(now, studioToday()) : [];
        onDoubts(doubts);
        if (doubts.length > 0) return null;
      }
      return convertEnquiry(api, enquiry.id);
    },
    onSuccess: (order) => {
      if (order === null) return undefined;
      onDoubts([]);
      notify.success('Enquiry converted to order successfully', wayTo(order));
      return refetch();
    },
    onError: (error) => {
      onDoubts([]);
      const order = existingOrderNumber(error);
      notifyFailure('Error converting enquiry', error, order ? wayTo(order) : {});
      return refetch();
    },
  });
}
