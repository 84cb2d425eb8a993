import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Resolver } from 'react-hook-form';
import { studio } from '#config';
import { submitEnquiry } from '#data/enquiry.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import type { CurrentItem } from '#domain/cart/cart-review.ts';
import { rentalTotal } from '#domain/cart/totals.ts';
import { formatDate, isStudioDate, rentalDays, studioToday } from '#domain/dates.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { enquirySchema, type EnquiryValues as Values } from '#domain/enquiry/enquiry-rules.ts';
import { enquiryRequest } from '#domain/enquiry/enquiry-request.ts';
import { UNEXPECTED, type SendProblem } from '#domain/enquiry/send-problem.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { DateField, TextArea } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { IdentityFields } from './identity-fields.tsx';
import { enquiryAttempts, saveDraft, loadDraft } from './form-storage.ts';
import { sendOnce } from './send-once.ts';
import { useDraftForm } from './use-draft-form.ts';

/** why: built at each check, because a page may stay open over midnight. */
const resolver: Resolver<Values> = (...given) =>
  zodResolver(enquirySchema(studioToday()))(...given);

const CHANGED = 'Your order has changed. Please check the marked items and send again.';
const GONE = 'Please remove the items that are no longer available, then send again.';
const KEPT = 'Your details and your order are kept. Sending again makes no second enquiry.';

/** Props of {@link EnquiryForm}. */
export interface EnquiryFormProps {
  lines: readonly CartLine[];
  /** Whether some line is marked as no longer available: nothing is sent then. */
  blocked: boolean;
  /** The database refused because the catalogue moved on; the lines have to say what changed. */
  onCatalogueChanged: (facts: readonly CurrentItem[]) => void;
  onSent: (answer: EnquiryAnswer) => void;
  onCancel: () => void;
}

/**
 * The enquiry form of the My Order page and the order drawer (spec, public side §2 and §5). Whoever
 * mounts it sets `--gutter`, the room beside it that its bar with the button covers.
 */
export function EnquiryForm({
  lines,
  blocked,
  onCatalogueChanged,
  onSent,
  onCancel,
}: EnquiryFormProps) {
  const { api } = useRouter().options.context;
  const { form, field } = useDraftForm<Values>({
    resolver,
    opened: loadDraft,
    keep: saveDraft,
    pairs: { rental_from: 'rental_to' },
  });
  const [alert, setAlert] = useState('');
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const [from, to] = form.watch(['rental_from', 'rental_to']);
  const today = studioToday();

  const explain = (problem: SendProblem) => {
    if (problem.kind === 'field') {
      form.setError(problem.field, { type: 'server', message: problem.message });
      form.setFocus(problem.field);
    } else if (problem.kind === 'changed') {
      onCatalogueChanged(problem.facts);
      setAlert(CHANGED);
      notify.failure('Your order has changed', { description: 'Nothing has been sent yet.' });
    } else if (problem.kind === 'refused') {
      notify.failure(UNEXPECTED, { description: problem.message });
      setAlert(problem.message);
    } else if (problem.kind === 'lost') {
      notify.failure(UNEXPECTED, { description: KEPT });
    } else {
      notify.failure(problem.kind === 'notice' ? problem.title : UNEXPECTED);
    }
  };

  const send = async (values: Values) => {
    // why: a state is a render late; a double click is not.
    if (sending.current) return;
    setAlert('');
    if (blocked) return setAlert(GONE);
    sending.current = true;
    setBusy(true);
    const request = enquiryRequest(values, lines);
    const sent = await sendOnce(enquiryAttempts, request, (key) =>
      submitEnquiry(api, key, request),
    );
    if ('answer' in sent) return onSent(sent.answer);
    sending.current = false;
    setBusy(false);
    explain(sent.problem);
  };

  return (
    <form
      noValidate
      aria-label="Place Enquiry"
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 sm:gap-x-4 cramped:flex cramped:flex-col">
        <IdentityFields field={field} />
        <DateField label="Rental start date" min={today} {...field('rental_from')} />
        <DateField
          label="Rental end date"
          min={isStudioDate(from) ? from : today}
          {...field('rental_to')}
        />
        <TextArea
          optional
          label="Message"
          className="col-span-2"
          autoComplete="off"
          {...field('message')}
        />
      </div>
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
        {studio.name} uses these details only to answer this enquiry: to check availability, send
        you a price and reach you about the rental. No payment is taken now.
      </p>
    </form>
  );
}

interface EstimateProps {
  lines: readonly CartLine[];
  from: string;
  to: string;
}

/** What the chosen days come to; empty, but as high, until both are chosen. */
function Estimate({ lines, from, to }: EstimateProps) {
  const chosen = isStudioDate(from) && isStudioDate(to) && from <= to;
  const days = rentalDays(from, to);
  return (
    <dl aria-live="polite" className="flex items-baseline justify-between gap-4 text-sm">
      <dt className="text-ink-quiet">
        {chosen ? (
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
        {chosen ? (
          <span className="font-medium">{formatTotal(rentalTotal(lines, days))}</span>
        ) : (
          <span className="text-sm">Choose dates</span>
        )}
      </dd>
    </dl>
  );
}
