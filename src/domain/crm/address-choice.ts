import * as z from 'zod/mini';
import { optionalDate, text } from '../shape.ts';
import { formatDate } from '../dates.ts';

/** An e-mail address, and the day on which a link in an e-mail to it was opened last; null for never. */
const knownAddress = z.object({
  email: text,
  opened: optionalDate,
});
export type KnownAddress = z.output<typeof knownAddress>;

/** The two addresses of a customer where the one typed with an enquiry is not that of their record. */
export const addressChoice = z.object({
  record: knownAddress,
  typed: knownAddress,
});
export type AddressChoice = z.output<typeof addressChoice>;

/** Whether an address is proven: "A link in an e-mail to it was opened on 25 Nov 2026". */
export const addressProof = ({ opened }: KnownAddress): string =>
  opened === null
    ? 'Not proven: no link in an e-mail to it was opened'
    : `Proven: a link in an e-mail to it was opened on ${formatDate(opened)}`;
