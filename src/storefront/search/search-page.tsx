import { useEffect } from 'react';
import { everything } from '#domain/catalogue/everything.ts';
import type { CatalogueSearch } from '#domain/catalogue/search.ts';
import { CataloguePage } from '../catalogue/catalogue-page.tsx';

/** The search over everything; who comes without words finds the cursor in the field. */
export function SearchPage({ search }: { search: CatalogueSearch }) {
  useEffect(() => {
    if (!window.location.search) {
      document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
    }
  }, []);
  return <CataloguePage listing={everything} search={search} />;
}
