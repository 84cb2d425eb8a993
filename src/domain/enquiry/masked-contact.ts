import { maskedMobile } from './mobile.ts';

/** Enough of a number and an address for their owner to see a slip, and no more. */
export interface MaskedContact {
  /** `…43210`; null where no number was typed. */
  mobile: string | null;
  /** `a…@example.com`; null where no address was typed. */
  email: string | null;
}

/** The mobile number and e-mail address of a form, masked as the enquiry's page shows them. */
export const maskedContact = (typed: { mobile: string; email: string }): MaskedContact => {
  const at = typed.email.indexOf('@');
  return {
    mobile: maskedMobile(typed.mobile),
    email: `${typed.email.slice(0, 1)}…${typed.email.slice(at)}`,
  };
};

/** `…43210, a…@example.com`; null where neither is known. */
export const contactText = ({ mobile, email }: MaskedContact): string | null =>
  [mobile, email].filter((part) => part !== null).join(', ') || null;
