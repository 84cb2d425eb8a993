import type { FacetValue } from './item.ts';
import type { Listing } from './kind.ts';

/** A value's name; its slug in words while the counts are not there. */
export function nameOf(values: readonly { value: string; label: string }[], value: string): string {
  const words = value.replaceAll('-', ' ').replaceAll(/\b\p{Ll}/gu, (one) => one.toUpperCase());
  return values.find((one) => one.value === value)?.label ?? words;
}

/** The entries of a listing's sidebar: its fixed ones, found or not, or those that lead to something. */
export function sidebarEntries(
  listing: Pick<Listing, 'sidebar'>,
  found: readonly FacetValue[],
): readonly FacetValue[] {
  const { fixed } = listing.sidebar;
  if (fixed.length === 0) return found;
  return fixed.map((entry) => ({
    ...entry,
    count: found.find((one) => one.value === entry.value)?.count ?? 0,
  }));
}

/** The heading of a catalogue; crew is headed by the chosen category or 'All Crew' (spec §2). */
export function listingHeading(
  listing: Pick<Listing, 'title' | 'namedByCategory' | 'sidebar'>,
  category: string | null,
): string {
  return listing.namedByCategory ? (category ?? listing.sidebar.all) : listing.title;
}

/** A catalogue's part of the page's title; crew's says the category before 'Hire Crew' (spec §2). */
export function listingTitle(
  listing: Pick<Listing, 'title' | 'namedByCategory'>,
  category: string | null,
): string {
  return listing.namedByCategory && category ? `${category} – ${listing.title}` : listing.title;
}
