import { settleEnquiryChange } from '#data/crm/enquiries.ts';
import { editedEnquiry } from '#domain/crm/edited-rental.ts';
import { formatRentalDates } from '#domain/crm/crm-text.ts';
import type { EnquiryRecord, EnquiryReply } from '#domain/crm/rental.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { EditProblemNotice } from '../lines/edit-problem.tsx';
import { useRentalEdits } from '../lines/use-edits.ts';

/** The customer's answers from the page of their enquiry; a change that waits can be marked as answered. */
export function EnquiryReplies({ enquiry }: { enquiry: EnquiryRecord }) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const settle = useSingleMutation<void, null>({
    mutationFn: () => settleEnquiryChange(api, enquiry.id),
    onSuccess: () => {
      notify.success('Marked as answered');
      return refetch();
    },
    onError: (error) => {
      notifyFailure('Error marking the change', error);
      void refetch();
    },
  });
  const { answers, change_asked_at: waits } = enquiry;
  if (answers.length === 0) return null;
  return (
    <section
      aria-label="From the customer"
      className={`rounded-sm px-3 py-2 text-sm ${waits === null ? 'bg-paper-deep' : 'bg-amber-pale'}`}
    >
      <ul className="divide-y divide-rule">
        {answers.map(({ answer, note, rental_from, rental_to, at }, place) => (
          <li key={`${at} ${answer}`} className="py-1.5">
            <p>
              <span className="font-medium">
                {answer === 'change' ? 'Asks for a change' : 'Withdrew the enquiry'}
              </span>{' '}
              <time dateTime={at} className="text-xs text-ink-quiet">
                {formatMoment(at)}
              </time>
            </p>
            {rental_from && rental_to && (
              <p className="tabular-nums">
                Other dates: {formatRentalDates(rental_from, rental_to)}
              </p>
            )}
            {note && <p className="break-words whitespace-pre-line">{note}</p>}
            {place === 0 && waits !== null && enquiry.is_open && (
              <MoveButton enquiry={enquiry} wish={{ rental_from, rental_to }} />
            )}
          </li>
        ))}
      </ul>
      {waits !== null && (
        <Button
          variant="secondary"
          size="sm"
          className="my-1.5"
          busy={settle.isPending}
          onClick={() => settle.mutate(null)}
        >
          Mark as answered
        </Button>
      )}
    </section>
  );
}

interface MoveButtonProps {
  enquiry: EnquiryRecord;
  wish: Pick<EnquiryReply, 'rental_from' | 'rental_to'>;
}

/** Moves the enquiry to the dates that the customer asks for, in one press. Nothing where it has them, or none are asked for. */
function MoveButton({ enquiry, wish: { rental_from, rental_to } }: MoveButtonProps) {
  const edits = useRentalEdits(editedEnquiry(enquiry));
  if (rental_from === null || rental_to === null) return null;
  if (rental_from === enquiry.rental_from && rental_to === enquiry.rental_to) return null;
  return (
    <>
      <Button
        size="sm"
        className="mt-1.5"
        busy={edits.isPending(AT)}
        onClick={() =>
          edits.save({
            at: AT,
            changes: [{ action: 'dates', rental_from, rental_to }],
            done: 'Dates changed successfully',
          })
        }
      >
        Move to these dates
      </Button>
      <EditProblemNotice edits={edits} at={AT} />
    </>
  );
}

/** The dates, as in `RentalEdit.at`. */
const AT = 'asked dates';
