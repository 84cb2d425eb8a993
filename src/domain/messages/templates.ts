/** E-mails to the studio. */
export const STUDIO_TEMPLATES = [
  'enquiry_new',
  'message_new',
  'enquiry_answered',
  'quote_answered',
  'payment_claimed',
  'hold_ending',
  'item_overdue',
] as const;

/** E-mails to customers. */
export const CUSTOMER_TEMPLATES = [
  'acknowledgement',
  'quote',
  'invoice',
  'pickup_tomorrow',
  'return_today',
  'overdue',
  'payment_received',
] as const;

/** Every e-mail that can be switched off and edited. */
export const TEMPLATES = [...STUDIO_TEMPLATES, ...CUSTOMER_TEMPLATES] as const;

/** Name of an e-mail's template. */
export type TemplateName = (typeof TEMPLATES)[number];
