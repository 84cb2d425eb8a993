import type { FacetValue } from '#domain/catalogue/catalogue-results.ts';
import type { Listing } from '#domain/catalogue/kinds/kind.ts';
import { nameOf, sidebarEntries } from '#domain/catalogue/listing-text.ts';
import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import type { CheckboxOption } from '#ui/checkbox-list.tsx';

/** A removable filter: the chip's label, and the change that removes it from the search. */
export interface ActiveFilter {
  label: string;
  without: (search: CatalogueSearch) => Partial<CatalogueSearch>;
}

/** A facet's values as checkbox options; colours have a swatch. */
export function filterOptions(values: readonly FacetValue[] = []): CheckboxOption[] {
  return values.map(({ hex, ...option }) => ({ ...option, swatch: hex }));
}

/** The active search, category and filters, in the order of the page. */
export function activeFilters(
  listing: Pick<Listing, 'filters' | 'sidebar'>,
  search: CatalogueSearch,
  facets: Record<string, FacetValue[]>,
): ActiveFilter[] {
  const list: ActiveFilter[] = [];
  const q = search.q?.trim();
  if (q) list.push({ label: `“${q}”`, without: () => ({ q: undefined }) });
  if (search.category) {
    const entries = sidebarEntries(listing, facets[listing.sidebar.facet]);
    const label = nameOf(entries, search.category);
    list.push({ label, without: () => ({ category: undefined }) });
  }
  for (const { key } of listing.filters) {
    for (const value of search[key] ?? []) {
      list.push({
        label: nameOf(facets[key] ?? [], value),
        without: (now) => ({ [key]: now[key]?.filter((one) => one !== value) }),
      });
    }
  }
  return list;
}
