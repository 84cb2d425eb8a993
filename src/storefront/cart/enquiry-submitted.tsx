import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Props of {@link EnquirySubmitted}. */
export interface EnquirySubmittedProps {
  answer: EnquiryAnswer | null;
  onContinue: () => void;
}

/**
 * The success screen (spec, public side §2): stands while the browser goes on to the thank-you page,
 * and is what a visitor who comes back from there finds.
 */
export function EnquirySubmitted({ answer, onContinue }: EnquirySubmittedProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <EmptyState
      picture={<CircleCheck aria-hidden className="size-12 text-green" strokeWidth={1.25} />}
      title="Enquiry Submitted!"
      text={`${answer ? `Your enquiry ${answer.enquiry_number}` : 'Your enquiry'} has reached us. We will contact you within 24 hours.`}
      action={
        <Button ref={button} onClick={onContinue}>
          Continue Shopping
        </Button>
      }
    />
  );
}
