/** A request for money by UPI. */
export interface UpiRequest {
  /** The UPI id that receives the money, `studio@okbank`. */
  upiId: string;
  /** The name that the UPI app shows before paying. */
  name: string;
  /** Number of the invoice or quote, `INV/26-27/0012`. */
  number: string;
  /** Rupees, greater than 0, with at most 2 decimals. */
  amount: number;
}

/** Longest transaction reference of a UPI link. */
const MAX_REFERENCE = 35;

/** Longest note of a UPI link. */
const MAX_NOTE = 50;

/**
 * The reference of a payment: the letters and digits of a document's number, which are all that UPI
 * apps accept as `tr`. `INV/26-27/0012` gives `INV26270012`.
 */
export function upiReference(number: string): string {
  return number.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, MAX_REFERENCE);
}

/**
 * The link that opens a UPI app with payee and amount filled in, also the text of its QR code (NPCI's
 * linking specification).
 * @throws RangeError for an amount that is not more than ₹0.
 */
export function upiLink({ upiId, name, number, amount }: UpiRequest): string {
  if (!Number.isFinite(amount) || amount <= 0) {
    throw new RangeError(`A UPI request needs an amount above ₹0, not ${amount}.`);
  }
  const fields = {
    pa: upiId,
    pn: name,
    tr: upiReference(number),
    tn: number.slice(0, MAX_NOTE),
    am: amount.toFixed(2),
    cu: 'INR',
  };
  // why not URLSearchParams: it writes a space as "+", which UPI apps show as a plus sign. why "@" and "/" as they are:
  // both may be written in a query, and some apps do not decode the payee's id.
  const query = Object.entries(fields)
    .map(
      ([key, value]) =>
        `${key}=${encodeURIComponent(value).replaceAll('%40', '@').replaceAll('%2F', '/')}`,
    )
    .join('&');
  return `upi://pay?${query}`;
}
