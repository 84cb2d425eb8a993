import { formatCount } from '#ui/count.ts';

/** Count of a list that was searched or filtered: `213 found`, `1,000+ found`. */
export const foundText = (total: number, isExact = true): string =>
  `${formatCount(total)}${isExact ? '' : '+'} found`;
