import { useEffect, useRef } from 'react';
import type { CartLine } from '#domain/cart/cart-line.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { takeFacts } from '#storefront/cart/cart-notes.ts';
import { clearCart } from '#storefront/cart/cart-store.ts';
import { notify } from '#ui/toast.tsx';
import { EnquiryForm } from './enquiry-form.tsx';
import { forgetDraft, keepAnswer } from './kept-texts.ts';
import { THANK_YOU_PATH, tellSuccess } from './success.ts';

/** Props of {@link PlaceEnquiry}. */
export interface PlaceEnquiryProps {
  lines: readonly CartLine[];
  blocked: boolean;
  onSent: (answer: EnquiryAnswer) => void;
  onCancel: () => void;
}

/** The card 'Place Enquiry' with the form, and what follows when the studio has the enquiry. */
export function PlaceEnquiry({ lines, blocked, onSent, onCancel }: PlaceEnquiryProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    title.current?.scrollIntoView({ block: 'start', behavior: 'instant' });
  }, []);

  const finish = (answer: EnquiryAnswer) => {
    keepAnswer(answer);
    forgetDraft();
    notify.dismiss();
    tellSuccess();
    onSent(answer);
    clearCart();
    // why: a whole new page, so that nothing of this one can send the enquiry again (spec §2).
    window.location.assign(THANK_YOU_PATH);
  };

  return (
    <section
      aria-labelledby="enquiry-title"
      className="rounded-lg border border-rule bg-surface p-4 pb-0 sm:p-6 sm:pb-0 [&>form]:pb-4"
    >
      <h2
        ref={title}
        id="enquiry-title"
        tabIndex={-1}
        className="mb-5 scroll-mt-24 font-display text-2xl outline-none"
      >
        Place Enquiry
      </h2>
      <EnquiryForm
        lines={lines}
        blocked={blocked}
        onChanged={(facts) => takeFacts(facts, [])}
        onSent={finish}
        onCancel={onCancel}
      />
    </section>
  );
}
