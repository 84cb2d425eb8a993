import type { FacetValue } from './catalogue-results.ts';
import type { Listing } from './kinds/kind.ts';

/** A value's label; derived from the slug while the facets are not loaded. */
export function nameOf(values: readonly { value: string; label: string }[], value: string): string {
  const words = value.replaceAll('-', ' ').replaceAll(/\b\p{Ll}/gu, (one) => one.toUpperCase());
  return values.find((one) => one.value === value)?.label ?? words;
}

/** An entry of a listing's sidebar; `count` is null while loading. */
export type SidebarEntry = Pick<FacetValue, 'value' | 'label'> & { count: number | null };

/** The entries of a listing's sidebar: its fixed ones, or the facet's values. */
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

/** The heading of a catalogue; for crew the selected category or 'All Crew'. */
export function listingHeading(
  listing: Pick<Listing, 'title' | 'namedByCategory' | 'sidebar'>,
  category: string | null,
): string {
  return listing.namedByCategory ? (category ?? listing.sidebar.all) : listing.title;
}

/** A catalogue's page title without the studio's name; for crew the category precedes 'Hire Crew'. */
export function listingTitle(
  listing: Pick<Listing, 'title' | 'namedByCategory'>,
  category: string | null,
): string {
  return listing.namedByCategory && category ? `${category} – ${listing.title}` : listing.title;
}
