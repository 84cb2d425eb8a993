/** Whether a text is an e-mail address to which something can be sent: `private.is_email` without its length. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text);
}
