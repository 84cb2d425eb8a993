import { clearCart } from '#storefront/cart/cart-store.ts';
import { notify } from '#ui/toast.tsx';
import { EnquiryForm, type EnquiryFormProps } from './enquiry-form.tsx';
import { forgetDraft, keepAnswer } from './kept-texts.ts';
import { THANK_YOU_PATH, tellSuccess } from './success.ts';

/** The enquiry form, and what follows when the studio has the enquiry (spec, public side §4). */
export function PlaceEnquiry({ onSent, ...form }: EnquiryFormProps) {
  const finish: EnquiryFormProps['onSent'] = (answer) => {
    keepAnswer(answer);
    forgetDraft();
    notify.dismiss();
    onSent(answer);
    clearCart();
    tellSuccess();
    // why: a whole new page, so that nothing of this one can send the enquiry again (spec §2).
    window.location.assign(THANK_YOU_PATH);
  };
  return <EnquiryForm {...form} onSent={finish} />;
}
