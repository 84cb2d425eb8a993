import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PROMISED_HOURS } from '#config/policy';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { EnquiryFacts } from '#storefront/enquiry/enquiry-facts.tsx';
import { thankYouAddress } from '#storefront/enquiry/success.ts';
import { Button, buttonClass } from '#ui/button.tsx';

export interface EnquirySubmittedProps {
  answer: EnquiryAnswer | null;
  /** False once the visitor has closed it; the browser then stays on this page. */
  shown: boolean;
  onContinue: () => void;
}

/**
 * The success screen: stands in the form's place while the browser loads the thank-you page, after Back,
 * and where that page cannot be loaded (docs/product/enquiry.md#after-sending).
 */
export function EnquirySubmitted({ answer, shown, onContinue }: EnquirySubmittedProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // why: the page may be scrolled down to where the form was.
    title.current?.scrollIntoView({ block: 'center', behavior: 'instant' });
    title.current?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    // why onLine: without a line the browser would show its own page in place of this one.
    if (!shown || !navigator.onLine) return;
    // why: a full page load discards this page's state, so nothing can send the enquiry again.
    window.location.assign(thankYouAddress());
  }, [shown]);
  return (
    <div className="mx-auto max-w-md py-10 text-center sm:py-16">
      <CircleCheck aria-hidden className="mx-auto size-12 text-green" strokeWidth={1.25} />
      <h2
        ref={title}
        tabIndex={-1}
        className="mt-4 font-display text-2xl text-balance outline-none"
      >
        Enquiry Submitted!
      </h2>
      <p className="mt-2 mb-6 text-pretty text-ink-quiet">
        We will contact you within {PROMISED_HOURS} hours with availability and the final price.
      </p>
      {answer && <EnquiryFacts answer={answer} />}
      <div className="mt-6 flex flex-wrap justify-center gap-3">
        <Button onClick={onContinue}>Continue Shopping</Button>
        <a href={thankYouAddress()} className={buttonClass({ variant: 'secondary' })}>
          See your enquiry
        </a>
      </div>
    </div>
  );
}
