import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { thankYouAddress } from '#storefront/enquiry/success.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** How long the screen shows before the browser goes to the thank-you page. */
const READ_MS = 5000;

/** Props of {@link EnquirySubmitted}. */
export interface EnquirySubmittedProps {
  answer: EnquiryAnswer | null;
  /** False once the visitor has closed it; the browser then stays on this page. */
  shown: boolean;
  onContinue: () => void;
}

/**
 * The success screen. After {@link READ_MS} the browser goes to the thank-you page, unless the visitor
 * continues shopping.
 */
export function EnquirySubmitted({ answer, shown, onContinue }: EnquirySubmittedProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    if (!shown) return undefined;
    // why: a full page load discards this page's state, so nothing can send the enquiry again.
    const timer = setTimeout(() => window.location.assign(thankYouAddress()), READ_MS);
    return () => clearTimeout(timer);
  }, [shown]);
  return (
    <EmptyState
      picture={<CircleCheck aria-hidden className="size-12 text-green" strokeWidth={1.25} />}
      title="Enquiry Submitted!"
      text={`${answer ? `Your enquiry ${answer.enquiry_number}` : 'Your enquiry'} has reached us. We will contact you within 24 hours.`}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <Button ref={button} onClick={onContinue}>
            Continue Shopping
          </Button>
          <a href={thankYouAddress()} className={buttonClass({ variant: 'secondary' })}>
            See your enquiry
          </a>
        </div>
      }
    />
  );
}
