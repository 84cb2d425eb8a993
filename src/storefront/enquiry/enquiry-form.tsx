import { present } from '#domain/clock.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import type { Resolver } from 'react-hook-form';
import { studioToday } from '#domain/days.ts';
import { submitEnquiry } from '#data/crm/enquiry.ts';
import { useSite } from '#data/settings/use-site.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import type { CurrentItem } from '#domain/cart/cart-review.ts';
import { formatDate } from '#domain/dates.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { maskedContact } from '#domain/enquiry/masked-contact.ts';
import { EMPTY_ENQUIRY, enquirySchema, type EnquiryValues } from '#domain/enquiry/enquiry-rules.ts';
import { enquiryRequest } from '#domain/enquiry/enquiry-request.ts';
import { UNEXPECTED } from '#domain/enquiry/send-problem.ts';
import { Button } from '#ui/button.tsx';
import { ShortRentalTotal } from '#storefront/cart/rental-total.tsx';
import { useRentalSum } from '#storefront/cart/use-rental-sum.ts';
import { notify } from '#ui/toast.tsx';
import { EnquiryDates } from './enquiry-dates.tsx';
import { enquiryAttempts, saveDraft, loadDraft } from './form-storage.ts';
import { KeptNote } from './kept-note.tsx';
import { sendOnce } from './send-once.ts';
import { takeFilled } from './take-filled.ts';
import { useDraftForm } from './use-draft-form.ts';
import { useSubmission } from './use-submission.ts';
import { VisitorFields } from './visitor-fields.tsx';

/** why: the schema is built at each validation, because a page may stay open past midnight. */
const resolver: Resolver<EnquiryValues> = (...args) =>
  zodResolver(enquirySchema(studioToday()))(...args);

const CHANGED = 'Your order has changed. Please check the marked items and send again.';
const GONE = 'Please remove the items that are no longer available, then send again.';
const SAVED = 'Your details and your order are kept. Sending again makes no second enquiry.';

export interface EnquiryFormProps {
  lines: readonly CartLine[];
  /** Whether a line is no longer available; nothing is sent then. */
  blocked: boolean;
  /** The enquiry was rejected because items have changed in the catalogue; called with those items. */
  onCatalogueChanged: (items: readonly CurrentItem[]) => void;
  onSent: (answer: EnquiryAnswer) => void;
  onCancel: () => void;
}

/**
 * The enquiry form of the My Order page and the order drawer (docs/product/enquiry.md). Its container
 * sets `--gutter`, the padding that the sticky bar with the button extends into.
 */
export function EnquiryForm({
  lines,
  blocked,
  onCatalogueChanged,
  onSent,
  onCancel,
}: EnquiryFormProps) {
  const site = useSite();
  const { api } = useRouter().options.context;
  const { form, field, clear } = useDraftForm<EnquiryValues>({
    resolver,
    initialValues: loadDraft,
    save: saveDraft,
  });
  const { alert, setAlert, busy, send } = useSubmission({
    form,
    lostText: SAVED,
    notifyRefused: (message) => notify.failure(UNEXPECTED, { description: message }),
    onChanged: (items) => {
      onCatalogueChanged(items);
      notify.failure('Your order has changed', { description: 'Nothing has been sent yet.' });
      return CHANGED;
    },
  });
  const [from, to] = form.watch(['rental_from', 'rental_to']);

  const submit = async (values: EnquiryValues) => {
    if (blocked) return setAlert(GONE);
    const request = enquiryRequest(values, lines);
    const sent = await send(() =>
      sendOnce(enquiryAttempts, request, ({ key, amends }) =>
        submitEnquiry(api, key, request, amends),
      ),
    );
    if (!sent) return;
    const sent_at = present().toISOString();
    onSent({ ...sent.answer, contact: maskedContact(values), sent_at });
  };

  return (
    <form
      noValidate
      aria-label="Place Enquiry"
      onSubmit={(event) => {
        takeFilled(form, event.currentTarget);
        void form.handleSubmit(submit)(event);
      }}
    >
      <VisitorFields field={field}>
        <EnquiryDates form={form} />
      </VisitorFields>
      <div
        data-bottom-bar="tall"
        className="sticky bottom-0 z-30 -mx-(--gutter) cramped:static mt-3 border-t border-rule bg-surface px-(--gutter) pt-3 pb-[max(1rem,env(safe-area-inset-bottom))]"
      >
        <Estimate lines={lines} from={from} to={to} />
        <p role="alert" className="text-sm text-red empty:hidden">
          {alert}
        </p>
        <div className="mt-3 flex gap-3 cramped:flex-wrap">
          <Button type="submit" busy={busy} className="grow">
            {busy ? 'Submitting...' : 'Submit Enquiry'}
          </Button>
          <Button variant="quiet" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
      <p className="mt-1 text-xs text-pretty text-ink-quiet">
        {site.studio.name} uses these details only to answer this enquiry: to check availability,
        send you a price and reach you about the rental. No payment is taken now.
      </p>
      <KeptNote onClear={() => clear({ ...EMPTY_ENQUIRY, rental_from: from, rental_to: to })} />
    </form>
  );
}

interface EstimateProps {
  lines: readonly CartLine[];
  from: string;
  to: string;
}

/** The cost of the selected days, the figure of the order's summary; keeps its height while no days are selected. */
function Estimate({ lines, from, to }: EstimateProps) {
  const { hasDates, sum } = useRentalSum(lines, { from, to });
  return (
    <div aria-live="polite" style={{ minHeight: '2.9rem' }}>
      {sum ? (
        <>
          <p className="sr-only">
            {formatDate(from)} to {formatDate(to)}
          </p>
          <ShortRentalTotal sum={sum} />
        </>
      ) : (
        <p className="flex justify-between gap-4 text-sm text-ink-quiet">
          Total{!hasDates && <span className="text-ink">Choose dates</span>}
        </p>
      )}
    </div>
  );
}
