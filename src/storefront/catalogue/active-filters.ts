import type { FacetValue } from '#domain/catalogue/item.ts';
import type { Listing } from '#domain/catalogue/kinds/kind.ts';
import { nameOf, sidebarEntries } from '#domain/catalogue/listing-text.ts';
import type { CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import type { CheckboxOption } from '#ui/checkbox-menu.tsx';

/** A choice that can be taken back: what stands on the chip, and what a search is without it. */
export interface ActiveFilter {
  label: string;
  without: (search: CatalogueSearch) => Partial<CatalogueSearch>;
}

/** A facet's values as choices: a colour is drawn beside its name. */
export function filterOptions(values: readonly FacetValue[] = []): CheckboxOption[] {
  return values.map(({ hex, ...option }) => ({ ...option, swatch: hex }));
}

/** Everything that narrows the catalogue now, in the order of the page. */
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
