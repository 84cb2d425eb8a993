/** An item's code, `PRP-00012`, perhaps with the number of a piece, `PRP-00012-03`. */
const CODE = /^([a-z]{2,5}-\d{3,9})(?:-\d{1,4})?$/i;

/**
 * The item's code in a scanned or typed text: a code, a piece's code, or the address that a label's QR code
 * holds. '' for any other text.
 */
export function itemCodeIn(text: string): string {
  const last =
    text
      .trim()
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1) ?? '';
  return CODE.exec(last)?.[1]?.toUpperCase() ?? '';
}
