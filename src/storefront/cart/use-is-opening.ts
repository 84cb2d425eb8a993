import { useEffect, useState } from 'react';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { useDraftDates } from '#storefront/availability/dates-store.ts';
import { useCartAvailability } from './use-cart-availability.ts';
import { useRentalSum } from './use-rental-sum.ts';

/** why a limit: on a slow connection the order itself is worth more than its answer. */
const LONGEST_MS = 2000;

/**
 * Whether a view of the cart that opens still waits for what is free and what it costs, for at most two seconds: short
 * lines are shown first, and what has been shown must not move when the answers arrive.
 */
export function useIsOpening(lines: readonly CartLine[]): boolean {
  const availability = useCartAvailability(lines);
  const price = useRentalSum(lines, useDraftDates());
  const settled = availability.settled && price.settled;
  const [isOpen, setOpen] = useState(settled);
  if (settled && !isOpen) setOpen(true);
  useEffect(() => {
    const timer = setTimeout(() => setOpen(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  return !isOpen && !settled;
}
