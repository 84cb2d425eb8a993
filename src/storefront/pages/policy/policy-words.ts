import type { PolicyFigures } from '#domain/settings/site.ts';
import { formatPrice } from '#domain/money.ts';

/** Percent of a share without the noise of binary fractions: 55% of 0.55. */
const percent = (share: number) => `${Number((share * 100).toFixed(2))}%`;

/** The figures of the studio policy as its texts name them in braces; `advance_rest` is what the advance leaves. */
export const policyWords = (figures: PolicyFigures) => ({
  ...figures,
  people_extra_each: formatPrice(figures.people_extra_each),
  advance_full_below: formatPrice(figures.advance_full_below),
  advance_part: percent(figures.advance_part),
  advance_rest: percent(1 - figures.advance_part),
  cleaning_fee: formatPrice(figures.cleaning_fee),
  refund_late: percent(figures.refund_late),
  refund_last: percent(figures.refund_last),
});
