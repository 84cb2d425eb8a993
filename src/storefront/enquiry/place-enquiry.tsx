import { useEffect, useRef } from 'react';
import { MOBILE_PREFIX } from '#domain/enquiry/mobile.ts';
import { clearCart } from '#storefront/cart/cart-edits.ts';
import { notify } from '#ui/toast.tsx';
import { EnquiryForm, type EnquiryFormProps } from './enquiry-form.tsx';
import { clearDraft } from './form-storage.ts';
import { saveAnswer } from './success.ts';

/**
 * The enquiry form with its follow-up: after sending it saves the answer for the thank-you page and
 * clears the draft and the cart. `onSent` shows the success screen.
 */
export function PlaceEnquiry({ onSent, ...form }: EnquiryFormProps) {
  // why: on a phone the notice 'Added to your order' would cover the fields.
  useEffect(() => notify.dismiss('success'), []);
  const finish: EnquiryFormProps['onSent'] = (answer) => {
    saveAnswer(answer);
    clearDraft();
    notify.dismiss();
    onSent(answer);
    clearCart();
  };
  const inside = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (inside.current) focusFirstEmpty(inside.current);
  }, []);
  return (
    <div ref={inside}>
      <EnquiryForm {...form} onSent={finish} />
    </div>
  );
}

/**
 * Moves the focus to the first field that has to be filled in and is empty, so that typing, or the browser's
 * autofill, begins at once. On a touch screen not to a date: the keyboard would cover what is pressed there.
 */
function focusFirstEmpty(form: HTMLElement): void {
  const field = [...form.querySelectorAll<HTMLInputElement>('input[aria-required]')].find(isEmpty);
  const isTouch = window.matchMedia('(pointer: coarse)').matches;
  if (!field || (isTouch && field.name.startsWith('rental_'))) return;
  field.focus({ preventScroll: true });
  // why: whoever leaves it without typing did not choose it, and its error would move what is being pressed.
  field.addEventListener('focusout', (event) => isEmpty(field) && event.stopPropagation(), {
    once: true,
  });
}

const isEmpty = ({ value }: HTMLInputElement) => value === '' || value === MOBILE_PREFIX;
