import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { rentalTaxesQuery } from '#data/catalogue/rental-taxes.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { rentalSum, type RentalSum } from '#domain/documents/rental-sum.ts';
import { isStudioDate, rentalDays } from '#domain/days.ts';
import type { DraftDates } from '#domain/enquiry/draft-dates.ts';

/** The cost of the lines on these dates, and whether both dates are chosen. */
export interface DatedSum {
  hasDates: boolean;
  /** Null without dates, while the rates of GST are read, and where they cannot be read. */
  sum: RentalSum | null;
  /** False while the rates of GST are read for the first time. */
  settled: boolean;
}

/** The cost of the lines on some dates with GST: one figure for the page, the drawer and the form. */
export function useRentalSum(lines: readonly CartLine[], { from, to }: DraftDates): DatedSum {
  const { api } = useRouter().options.context;
  const hasDates = isStudioDate(from) && isStudioDate(to) && from <= to;
  const { data: taxes, isLoading } = useQuery({ ...rentalTaxesQuery(api), enabled: hasDates });
  const isKnown = hasDates && taxes !== undefined;
  return {
    hasDates,
    sum: isKnown ? rentalSum(lines, rentalDays(from, to), taxes) : null,
    settled: !isLoading,
  };
}
