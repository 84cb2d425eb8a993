import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Resolver } from 'react-hook-form';
import { submitEnquiry } from '#data/enquiry.ts';
import { useSite } from '#data/use-site.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import type { CurrentItem } from '#domain/cart/cart-review.ts';
import { rentalTotal } from '#domain/cart/totals.ts';
import { formatDate, isStudioDate, rentalDays, studioToday } from '#domain/dates.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { enquirySchema, type EnquiryValues } from '#domain/enquiry/enquiry-rules.ts';
import { enquiryRequest } from '#domain/enquiry/enquiry-request.ts';
import { UNEXPECTED } from '#domain/enquiry/send-problem.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { DateField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { enquiryAttempts, saveDraft, loadDraft } from './form-storage.ts';
import { sendOnce } from './send-once.ts';
import { useDraftForm } from './use-draft-form.ts';
import { useFollowDates } from './use-follow-dates.ts';
import { useSubmission } from './use-submission.ts';
import { VisitorFields } from './visitor-fields.tsx';

/** why: the schema is built at each validation, because a page may stay open past midnight. */
const resolver: Resolver<EnquiryValues> = (...args) =>
  zodResolver(enquirySchema(studioToday()))(...args);

const CHANGED = 'Your order has changed. Please check the marked items and send again.';
const GONE = 'Please remove the items that are no longer available, then send again.';
const SAVED = 'Your details and your order are kept. Sending again makes no second enquiry.';

/** Props of {@link EnquiryForm}. */
export interface EnquiryFormProps {
  lines: readonly CartLine[];
  /** Whether a line is no longer available; nothing is sent then. */
  blocked: boolean;
  /** The enquiry was rejected because items have changed in the catalogue; called with those items. */
  onCatalogueChanged: (items: readonly CurrentItem[]) => void;
  onSent: (answer: EnquiryAnswer) => void;
  onCancel: () => void;
  /** How often the visitor asked to change the dates: each time, the first date takes the focus. */
  dateEdits?: number;
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
  dateEdits = 0,
}: EnquiryFormProps) {
  const site = useSite();
  const { api } = useRouter().options.context;
  const { form, field } = useDraftForm<EnquiryValues>({
    resolver,
    initialValues: loadDraft,
    save: saveDraft,
    dependents: { rental_from: 'rental_to' },
  });
  useFollowDates(form);
  useEffect(() => {
    if (dateEdits > 0) form.setFocus('rental_from');
  }, [form, dateEdits]);
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
  const today = studioToday();

  const submit = async (values: EnquiryValues) => {
    if (blocked) return setAlert(GONE);
    const request = enquiryRequest(values, lines);
    const sent = await send(() =>
      sendOnce(enquiryAttempts, request, (key) => submitEnquiry(api, key, request)),
    );
    if (sent) onSent(sent.answer);
  };

  return (
    <form
      noValidate
      aria-label="Place Enquiry"
      onSubmit={(event) => void form.handleSubmit(submit)(event)}
    >
      <VisitorFields field={field}>
        <DateField label="Rental start date" min={today} {...field('rental_from')} />
        <DateField
          label="Rental end date"
          min={isStudioDate(from) ? from : today}
          {...field('rental_to')}
        />
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
    </form>
  );
}

interface EstimateProps {
  lines: readonly CartLine[];
  from: string;
  to: string;
}

/** The total for the selected days; keeps its height while no days are selected. */
function Estimate({ lines, from, to }: EstimateProps) {
  const hasDates = isStudioDate(from) && isStudioDate(to) && from <= to;
  const days = rentalDays(from, to);
  return (
    <dl aria-live="polite" className="flex items-baseline justify-between gap-4 text-sm">
      <dt className="text-ink-quiet">
        {hasDates ? (
          <>
            Estimated total, {days} {days === 1 ? 'day' : 'days'}, excl. GST
            <span className="sr-only">
              , {formatDate(from)} to {formatDate(to)}
            </span>
          </>
        ) : (
          'Estimated total, excl. GST'
        )}
      </dt>
      <dd className="shrink-0 text-base tabular-nums">
        {hasDates ? (
          <span className="font-medium">{formatTotal(rentalTotal(lines, days))}</span>
        ) : (
          <span className="text-sm">Choose dates</span>
        )}
      </dd>
    </dl>
  );
}
