import { useEffect } from 'react';
import { clearCart } from '#storefront/cart/cart-edits.ts';
import { notify } from '#ui/toast.tsx';
import { EnquiryForm, type EnquiryFormProps } from './enquiry-form.tsx';
import { clearDraft } from './form-storage.ts';
import { saveAnswer, notifySuccess } from './success.ts';

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
    notifySuccess();
  };
  return <EnquiryForm {...form} onSent={finish} />;
}
