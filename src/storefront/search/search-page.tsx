import { useEffect, type FormEvent } from 'react';
import { everything } from '#domain/catalogue/everything.ts';
import { isItemCode, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';

/** The search over all kinds; focuses the field when opened without a query. */
export function SearchPage({ search }: { search: CatalogueSearch }) {
  useEffect(() => {
    if (!window.location.search) {
      document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
    }
  }, []);
  const onSubmitCapture = (event: FormEvent<HTMLElement>) => {
    const text = event.target instanceof HTMLFormElement && new FormData(event.target).get('q');
    // why: a submitted item code must reach the server, which redirects to the item; other searches
    // stay in the page.
    if (typeof text === 'string' && isItemCode(text)) event.stopPropagation();
  };
  return (
    <div onSubmitCapture={onSubmitCapture}>
      <CataloguePage listing={everything} search={search} />
    </div>
  );
}
