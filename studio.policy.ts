/** Hours within which an enquiry is promised an answer (docs/product/desk.md#today). `due_today` in SQL has the same. */
export const PROMISED_HOURS = 24;

/**
 * Defaults of the figures of a new studio's policy; amounts in rupees. why not in `studio.config.ts`: only the policy's
 * page loads them.
 */
export const policy = {
  people_included: 12,
  people_extra_each: 500,
  grace_minutes_from: 20,
  grace_minutes_to: 30,
  /** Below this amount everything is paid in advance; otherwise `advance_part`, the rest by the shoot day. */
  advance_full_below: 25_000,
  advance_part: 0.5,
  cleaning_fee: 2_000,
  chairs: 8,
  desks: 1,
  /** Everything is refunded from this many hours of notice; `refund_late` down to `refund_late_hours`, then `refund_last`. */
  refund_full_hours: 48,
  refund_late_hours: 24,
  refund_late: 0.75,
  refund_last: 0.5,
  refund_days_from: 5,
  refund_days_to: 7,
  generator_kva: 5,
};
