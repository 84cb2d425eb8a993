import { useEffect } from 'react';
import { clearCart } from '#storefront/cart/cart-store.ts';
import { notify } from '#ui/toast.tsx';
import { EnquiryForm, type EnquiryFormProps } from './enquiry-form.tsx';
import { clearDraft } from './form-storage.ts';
import { saveAnswer, notifySuccess } from './success.ts';

/**
 * The enquiry form, and what follows when the studio has the enquiry (spec, public side §4).
 * `onSent` shows the success screen, from where the browser goes on to the thank-you page.
 */
export function PlaceEnquiry({ onSent, ...form }: EnquiryFormProps) {
  // why: 'Added to your order' is done with, and would lie over the fields of a phone.
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
