import { settleEnquiryChange } from '#data/crm/enquiries.ts';
import type { EnquiryRecord } from '#domain/crm/rental.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useRefetch } from '../../kit/use-refetch.ts';
import { useSingleMutation } from '../../kit/use-single-mutation.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

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
        {answers.map(({ answer, note, at }) => (
          <li key={`${at} ${answer}`} className="py-1.5">
            <p>
              <span className="font-medium">
                {answer === 'change' ? 'Asks for a change' : 'Withdrew the enquiry'}
              </span>{' '}
              <time dateTime={at} className="text-xs text-ink-quiet">
                {formatMoment(at)}
              </time>
            </p>
            {note && <p className="break-words whitespace-pre-line">{note}</p>}
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
