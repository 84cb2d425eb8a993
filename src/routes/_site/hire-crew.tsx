import { createFileRoute, redirect } from '@tanstack/react-router';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { parseCatalogueSearch, type CatalogueSearch } from '#domain/catalogue/catalogue-search.ts';

/** Redirects to the crew directory with the same search. */
export const Route = createFileRoute('/_site/hire-crew')({
  validateSearch: (raw: Record<string, unknown>): CatalogueSearch =>
    parseCatalogueSearch(CATALOGUES.crew, raw),
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/crew-rental', search, replace: true, statusCode: 308 });
  },
});
