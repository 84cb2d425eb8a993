import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { convertEnquiry, enquiryQuery, existingOrderNumber } from '#data/crm/enquiries.ts';
import { refusedItems } from '#data/stock/reservations.ts';
import { isOutcomeUnknown } from '#data/core/write-outcome.ts';
import { conversionWarnings } from '#domain/crm/conversion.ts';
import { enquiryNumber } from '#domain/crm/crm-text.ts';
import type { Enquiry } from '#domain/crm/rental.ts';
import type { Choices } from '#domain/crm/conversion-choices.ts';
import type { RefusedConversion } from '#domain/crm/short-lines.ts';
import { studioToday } from '#domain/days.ts';
import { notify } from '#ui/toast.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** why: after a lost answer nobody knows whether there is an order; asking again finds out. */
const UNKNOWN =
  'The server did not answer. Convert again: if the order was made, you get its number.';

const NO_CHOICES: Choices = {};

/**
 * Converts an enquiry to an order. Warnings stop it until they are confirmed. Where something is not free,
 * `refused` says what; the choices for it are a draft, which survives a reload and a new sign-in.
 */
export function useConversion(enquiry: Enquiry) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const refetch = useRefetch();
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const [refused, setRefused] = useState<RefusedConversion | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const [choices, setChoices] = useDraft<Choices>(`conversion:${enquiry.id}`);
  const openOrderAction = (order: string) => ({
    action: {
      label: 'Open order',
      onClick: () => void navigate({ to: '/ops/crm', search: { tab: 'orders', open: order } }),
    },
  });
  const convert = useSingleMutation({
    mutationFn: async ({ isConfirmed, sent }: { isConfirmed: boolean; sent: Choices }) => {
      if (!isConfirmed) {
        // why: a fresh read. The page may be stale, and list rows carry no stock.
        const now = await queryClient.fetchQuery(enquiryQuery(api, enquiryNumber(enquiry)));
        const doubts = now?.status === 'pending' ? conversionWarnings(now, studioToday()) : [];
        setWarnings(doubts);
        if (doubts.length > 0) return null;
      }
      return convertEnquiry(api, enquiry.id, sent);
    },
    onSuccess: (order) => {
      if (order === null) return undefined;
      setWarnings([]);
      setChoosing(false);
      setChoices(null);
      notify.success('Enquiry converted to order successfully', openOrderAction(order));
      return refetch();
    },
    onError: (error, { sent }) => {
      setWarnings([]);
      const items = refusedItems(error);
      if (items) {
        setRefused({ items, sent });
        setChoosing(true);
        return refetch();
      }
      const order = existingOrderNumber(error);
      const reason = isOutcomeUnknown(error) ? new Error(UNKNOWN) : error;
      notifyFailure('Error converting enquiry', reason, order ? openOrderAction(order) : {});
      return refetch();
    },
  });
  return {
    warnings,
    dropWarnings: () => setWarnings([]),
    refused,
    isChoosing,
    stopChoosing: () => setChoosing(false),
    choices: choices ?? NO_CHOICES,
    setChoices,
    isPending: convert.isPending,
    convert: (isConfirmed: boolean, sent: Choices = NO_CHOICES) =>
      convert.mutate({ isConfirmed, sent }),
  };
}
