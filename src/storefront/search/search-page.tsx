import { useEffect, type FormEvent } from 'react';
import { everything } from '#domain/catalogue/everything.ts';
import { isItemCode, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';

/** The search over everything; who comes without words finds the cursor in the field. */
export function SearchPage({ search }: { search: CatalogueSearch }) {
  useEffect(() => {
    if (!window.location.search) {
      document.querySelector<HTMLInputElement>('main input[type="search"]')?.focus();
    }
  }, []);
  const onSubmitCapture = (event: FormEvent<HTMLElement>) => {
    const text = event.target instanceof HTMLFormElement && new FormData(event.target).get('q');
    // why: the list follows the typing; a code that is sent goes to the server, which answers with its item.
    if (typeof text === 'string' && isItemCode(text)) event.stopPropagation();
  };
  return (
    <div onSubmitCapture={onSubmitCapture}>
      <CataloguePage listing={everything} search={search} />
    </div>
  );
}
