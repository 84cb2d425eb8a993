import type * as Dated from './dated.tsx';

let loaded: typeof Dated | undefined;

/**
 * Loads what a catalogue shows for rental dates.
 * why separate: it would add to every visitor's first load. Loaders of dated pages wait for it, and so
 * does hydration; where it cannot be loaded, the page shows its items without it.
 */
export async function loadDated(): Promise<typeof Dated | undefined> {
  try {
    loaded ??= await import('./dated.tsx');
  } catch {
    // The next call tries again.
  }
  return loaded;
}

/** Result of {@link loadDated}. */
export const loadedDated = () => loaded;
