import * as z from 'zod/mini';
import { formatDate } from '../dates.ts';
import { isMobile, wholeMobile } from '../enquiry/mobile.ts';
import { formatMobile } from '../phone.ts';
import { count, optionalDate, optionalText, text } from '../shape.ts';
import { customerName } from './crm-text.ts';

/** A customer as the search for one finds them. */
export const foundCustomer = z.object({
  id: text,
  customer_number: text,
  first_name: text,
  last_name: text,
  /** '+91' and ten digits; null for one who was merged without it. */
  mobile: optionalText,
  email: optionalText,
  /** Legal name of a billing profile. */
  company: optionalText,
  /** Numbers of customers who were merged into this one. */
  mobiles: z.array(text),
  orders: count,
  open_enquiries: count,
  /** First day of the newest order. */
  last_from: optionalDate,
});
export type FoundCustomer = z.output<typeof foundCustomer>;

/** Number, mobiles, e-mail address and company of a customer, in that order; a company that has their own name is left out. */
export function identityText(customer: FoundCustomer): string {
  const { customer_number, mobile, mobiles, email, company } = customer;
  const numbers = [...(mobile === null ? [] : [mobile]), ...mobiles];
  const firm = company === customerName(customer) ? null : company;
  const parts = [customer_number, numbers.map(formatMobile).join(', '), email, firm];
  return parts.filter(Boolean).join(' · ');
}

/** The customer's rentals in short: `3 orders, the last of 12 Dec 2026 · 1 open enquiry`. */
export function historyText({ orders, open_enquiries, last_from }: FoundCustomer): string {
  const last = last_from === null ? '' : `, the last of ${formatDate(last_from)}`;
  const made = orders === 1 ? '1 order' : `${orders || 'no'} orders`;
  const open = open_enquiries === 1 ? '1 open enquiry' : `${open_enquiries} open enquiries`;
  return [`${made}${last}`, open_enquiries > 0 && open].filter(Boolean).join(' · ');
}

/** The details of a new customer. */
export interface NewCustomer {
  /** `+91` and up to 10 digits. */
  mobile: string;
  first_name: string;
  last_name: string;
  email: string;
}

/** The whole mobile number that a text is, as it is stored; null for another text. */
export function mobileIn(said: string): string | null {
  const mobile = /[a-z@]/i.test(said) ? '' : wholeMobile(said.trim());
  return isMobile(mobile) ? mobile : null;
}

/** Reads the details of a new customer from a search that found nobody: a number, an e-mail address, or first and last name. */
export function detailsIn(said: string): Partial<NewCustomer> {
  const typed = said.trim();
  const mobile = mobileIn(typed);
  if (mobile !== null) return { mobile };
  if (/^\S+@\S*$/.test(typed)) return { email: typed };
  if (/\d/.test(typed)) return {};
  const [first_name = '', ...rest] = typed.split(/\s+/);
  return { first_name, last_name: rest.join(' ') };
}

/** Name of a customer in a sentence: `Asha Rao (CUS-00012)`. */
export const calledText = (customer: FoundCustomer): string =>
  `${customerName(customer)} (${customer.customer_number})`;
