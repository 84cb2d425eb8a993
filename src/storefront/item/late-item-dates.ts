import type * as ItemDates from './item-dates.tsx';

let loaded: typeof ItemDates | undefined;

/**
 * Loads what an item's page says about free days.
 * why separate: it would add to every visitor's first load. Loaders of dated pages wait for it, and so
 * does hydration; where it cannot be loaded, the page works without it.
 */
export async function loadItemDates(): Promise<typeof ItemDates | undefined> {
  try {
    loaded ??= await import('./item-dates.tsx');
  } catch {
    // The next call tries again.
  }
  return loaded;
}

/** Result of {@link loadItemDates}. */
export const loadedItemDates = () => loaded;
