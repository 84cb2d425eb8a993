import type { FacetValue } from './item.ts';
import type { Listing } from './kinds/kind.ts';

/** A value's name; its slug in words while the counts are not there. */
export function nameOf(values: readonly { value: string; label: string }[], value: string): string {
  const words = value.replaceAll('-', ' ').replaceAll(/\b\p{Ll}/gu, (one) => one.toUpperCase());
  return values.find((one) => one.value === value)?.label ?? words;
}

/** An entry of a listing's sidebar; `count` is null until the list has been read. */
export type SidebarEntry = Pick<FacetValue, 'value' | 'label'> & { count: number | null };

/** The entries of a listing's sidebar: its fixed ones, or all that the list knows. */
export function sidebarEntries(
  listing: Pick<Listing, 'sidebar'>,
  found: readonly FacetValue[] | undefined,
): readonly SidebarEntry[] {
  const { fixed } = listing.sidebar;
  if (fixed.length === 0) return found ?? [];
  return fixed.map((entry) => ({
    ...entry,
    count: found ? (found.find((one) => one.value === entry.value)?.count ?? 0) : null,
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
