import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { convertEnquiry, enquiryQuery, existingOrderNumber } from '#data/enquiries.ts';
import { conversionWarnings } from '#domain/crm/conversion.ts';
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
 * Converts a pending enquiry to an order and links to it, or to the order of an earlier conversion.
 * Shows the statuses it will set; asks for confirmation if dates are past or stock is exceeded.
 */
export function ConvertButton({ enquiry }: { enquiry: Enquiry }) {
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const convert = useConversion(enquiry, setWarnings);
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
        onClick={() => convert.mutate({ isConfirmed: false })}
      >
        {convert.isPending ? 'Converting...' : 'Convert to Order'}
      </Button>
      <ConfirmDialog
        open={warnings.length > 0}
        title="Convert to an order all the same?"
        text={
          <>
            <ul className="space-y-1 text-ink">
              {warnings.map((warning) => (
                <li key={warning}>{warning}</li>
              ))}
            </ul>
            <p className="mt-3">Makes an order with {sets}.</p>
          </>
        }
        onCancel={() => setWarnings([])}
      >
        <Button onClick={() => convert.mutate({ isConfirmed: true })}>convert</Button>
        <Button variant="secondary" onClick={() => setWarnings([])}>
          keep the enquiry
        </Button>
      </ConfirmDialog>
    </>
  );
}

/** Converts an enquiry. Unconfirmed warnings stop it and are passed to `onWarnings`. */
function useConversion(enquiry: Enquiry, onWarnings: (warnings: readonly string[]) => void) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refetch = useRefetch();
  const openOrderAction = (order: string) => ({
    action: {
      label: 'Open order',
      onClick: () => void navigate({ to: '/ops/crm', search: { tab: 'orders', open: order } }),
    },
  });
  return useSingleMutation({
    mutationFn: async ({ isConfirmed }: { isConfirmed: boolean }): Promise<string | null> => {
      if (!isConfirmed) {
        // why: a fresh read. The page may be stale, and list rows carry no stock.
        const now = await queryClient.fetchQuery(enquiryQuery(api, enquiryNumber(enquiry)));
        const warnings = now?.status === 'pending' ? conversionWarnings(now, studioToday()) : [];
        onWarnings(warnings);
        if (warnings.length > 0) return null;
      }
      return convertEnquiry(api, enquiry.id);
    },
    onSuccess: (order) => {
      if (order === null) return undefined;
      onWarnings([]);
      notify.success('Enquiry converted to order successfully', openOrderAction(order));
      return refetch();
    },
    onError: (error) => {
      onWarnings([]);
      const order = existingOrderNumber(error);
      notifyFailure('Error converting enquiry', error, order ? openOrderAction(order) : {});
      return refetch();
    },
  });
}
