import { Send } from 'lucide-react';
import { useState } from 'react';
import { endEnquiryLinks, makeEnquiryLink } from '#data/crm/enquiries.ts';
import { useSite } from '#data/settings/use-site.ts';
import { enquiryNumber } from '#domain/crm/crm-text.ts';
import type { EnquiryRecord } from '#domain/crm/rental.ts';
import { rentalMessage } from '#domain/messages/record-texts.ts';
import { Button } from '#ui/button.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { notify } from '#ui/toast.tsx';
import { AddressFields } from '../../links/address-fields.tsx';
import { NewAddress } from '../../links/new-address.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useIdempotencyKey } from '../../kit/use-idempotency-key.ts';

/** Makes a link to the customer's page of an enquiry and offers ways to send it; ends all links to it. */
export function EnquiryPageButton({ enquiry }: { enquiry: EnquiryRecord }) {
  const api = useStaffApi();
  const { studio } = useSite();
  const refetch = useRefetch();
  const keys = useIdempotencyKey();
  const [isOpen, setOpen] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const make = useSingleMutation<{ id: string; secret: string }, null>({
    mutationFn: () => {
      const call = { enquiry: enquiry.id };
      return makeEnquiryLink(api, { ...call, key: keys.keyOf(call) });
    },
    onSuccess: () => {
      keys.forget();
      setOpen(true);
      void refetch();
    },
    onError: (error) => notifyFailure('The link could not be made', error),
  });
  const end = useSingleMutation<void, null>({
    mutationFn: () => endEnquiryLinks(api, enquiry.id),
    onSuccess: () => {
      notify.success('All links to this page were ended');
      setOpen(false);
      return refetch();
    },
    onError: (error) => notifyFailure('The links could not be ended', error),
  });
  const { addresses, customer } = enquiry;
  if (customer.erased_at !== null) return null;
  const number = enquiryNumber(enquiry);
  const title = `Enquiry ${number}`;
  return (
    <>
      <Button variant="secondary" size="sm" busy={make.isPending} onClick={() => make.mutate(null)}>
        <Send aria-hidden size={16} />
        Send its page
      </Button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`Send the page of ${number}`}>
        {addresses !== null && (
          <AddressFields addresses={addresses} value={address} onChange={setAddress} />
        )}
        {make.data && (
          <NewAddress
            key={make.data.secret}
            title={title}
            path={`/enquiry?k=${make.data.secret}`}
            message={`${title} at ${studio.name}:`}
            email={addresses === null ? (customer.email ?? '') : address}
            mobile={customer.mobile ?? ''}
            whatsApp={(address) =>
              rentalMessage(studio.name, enquiry, `enquiry ${number}`, address)
            }
            note="The customer sees what was asked and where it stands, and can ask for a change, withdraw it and open its quote. The address is shown only once."
          />
        )}
        <Button
          variant="quiet"
          size="sm"
          className="mt-6"
          busy={end.isPending}
          onClick={() => end.mutate(null)}
        >
          End all links to this page
        </Button>
      </Sheet>
    </>
  );
}
