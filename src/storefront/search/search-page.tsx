import { useEffect, type FormEvent } from 'react';
import { everything } from '#domain/catalogue/everything.ts';
import { isItemCode, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';
import { CataloguePage } from '#storefront/catalogue/catalogue-page.tsx';
import { SearchKeyField } from './search-key-field.tsx';
import { WantedListButton } from './wanted-list-button.tsx';

/** The search over all kinds; focuses the field when opened without words to look for. */
export function SearchPage({ search }: { search: CatalogueSearch }) {
  useEffect(() => {
    const { search: asked } = window.location;
    // why: on a phone the keyboard would cover what is free on the dates of the address.
    const isAsked = window.matchMedia('(pointer: coarse)').matches
      ? asked !== ''
      : new URLSearchParams(asked).has('q');
    if (isAsked) return;
    document
      .querySelector<HTMLInputElement>('main input[type="search"]')
      ?.focus({ preventScroll: true });
  }, []);
  const onSubmitCapture = (event: FormEvent<HTMLElement>) => {
    const text = event.target instanceof HTMLFormElement && new FormData(event.target).get('q');
    // why: a submitted item code must reach the server, which redirects to the item; other searches
    // stay in the page.
    if (typeof text === 'string' && isItemCode(text)) event.stopPropagation();
  };
  return (
    <div onSubmitCapture={onSubmitCapture}>
      <CataloguePage listing={everything} search={search}>
        <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-2">
          <WantedListButton />
          <SearchKeyField />
        </div>
      </CataloguePage>
    </div>
  );
}
