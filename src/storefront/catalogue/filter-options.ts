import type { FacetValue } from '#domain/catalogue/item.ts';
import type { KindDescriptor } from '#domain/catalogue/kind.ts';
import type { CatalogueSearch } from '#domain/catalogue/search.ts';

/** A choice that can be taken back: what stands on the chip and what the address loses. */
export interface Chosen {
  label: string;
  change: Partial<CatalogueSearch>;
}

/** Reads a value's name; its slug in words while the counts are not there. */
function nameOf(values: readonly FacetValue[] | undefined, value: string): string {
  return values?.find((one) => one.value === value)?.label ?? value.replaceAll('-', ' ');
}

/** Everything that narrows the catalogue now, in the order of the page. */
export function chosenList(
  kind: Pick<KindDescriptor, 'filters' | 'sidebar'>,
  search: CatalogueSearch,
  facets: Record<string, FacetValue[]>,
): Chosen[] {
  const list: Chosen[] = [];
  const q = search.q?.trim();
  if (q) list.push({ label: `“${q}”`, change: { q: undefined } });
  if (search.category) {
    const label = nameOf(facets[kind.sidebar.facet], search.category);
    list.push({ label, change: { category: undefined } });
  }
  for (const { key } of kind.filters) {
    for (const value of search[key] ?? []) {
      const rest = (search[key] ?? []).filter((one) => one !== value);
      list.push({ label: nameOf(facets[key], value), change: { [key]: rest } });
    }
  }
  return list;
}
