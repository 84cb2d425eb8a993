import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { enquiryQuery, type Enquiry } from '#data/enquiries.ts';
import { Button } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatusBadge } from '../crm/status-badge.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { EnquiryDetail } from './enquiry-detail.tsx';

/** Props of {@link EnquiryDrawer}. */
export interface EnquiryDrawerProps {
  /** Number of the enquiry that is open; undefined while none is. */
  number: string | undefined;
  /** The enquiry, where the list behind has it already. */
  known: Enquiry | undefined;
  onClose: () => void;
}

/** One enquiry in a drawer from below. It reads for itself what the list behind does not hold. */
export function EnquiryDrawer({ number, known, onClose }: EnquiryDrawerProps) {
  // why: what was open stays drawn while the drawer leaves.
  const [last, setLast] = useState({ number, known });
  if (number !== undefined && (last.number !== number || last.known !== known)) {
    setLast({ number, known });
  }
  const wanted = number ?? last.number ?? '';
  const shown = number === undefined ? last.known : known;
  const read = useQuery({
    ...enquiryQuery(useStaffApi(), wanted),
    enabled: number !== undefined && !known,
  });
  const enquiry = shown ?? read.data;
  return (
    <Sheet
      open={number !== undefined}
      onClose={onClose}
      title={wanted}
      side="bottom"
      headerAction={enquiry && <StatusBadge kind="enquiry" status={enquiry.status} />}
    >
      <div className="min-h-64 max-w-6xl">
        {enquiry && <EnquiryDetail enquiry={enquiry} />}
        {!enquiry && read.isPending && <DetailSkeleton />}
        {!enquiry && read.isSuccess && (
          <PageMessage
            level={3}
            title="There is no enquiry with this number"
            text="It may have been removed, or the address is mistyped."
          />
        )}
        {!enquiry && read.isError && (
          <PageMessage
            level={3}
            title="The enquiry could not be loaded"
            text={read.error.message}
            action={
              <Button variant="secondary" size="sm" onClick={() => void read.refetch()}>
                Try again
              </Button>
            }
          />
        )}
      </div>
    </Sheet>
  );
}

function DetailSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="space-y-4">
      <Skeleton className="h-5 w-64" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-5 w-48" />
    </div>
  );
}
