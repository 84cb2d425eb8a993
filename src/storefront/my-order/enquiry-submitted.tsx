import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { thankYouAddress } from '#storefront/enquiry/success.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** How long the screen stands before the thank-you page takes its place. */
const READ_MS = 5000;

/** Props of {@link EnquirySubmitted}. */
export interface EnquirySubmittedProps {
  answer: EnquiryAnswer | null;
  /** False once the visitor has closed it: the browser stays where it is. */
  shown: boolean;
  onContinue: () => void;
}

/**
 * The success screen (spec, public side §2). The browser goes on to the thank-you page when there was
 * time to read it, unless the visitor goes on shopping.
 */
export function EnquirySubmitted({ answer, shown, onContinue }: EnquirySubmittedProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    if (!shown) return undefined;
    // why: a whole new page, so that nothing of this one can send the enquiry again (spec §2).
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
