import type { Listing } from '#domain/catalogue/kinds/kind.ts';
import type { HeadContext } from './head-context.ts';
import { pageHead } from './page-head.ts';
import { breadcrumbData } from './structured-data.ts';

/**
 * The head of a catalogue. A filtered or sorted view has the whole list's canonical address and is not
 * indexed.
 * @param search the search in the address; empty for the whole list
 * @param title the view's title without the studio's name
 */
export function catalogueHead(
  context: HeadContext,
  catalogue: Pick<Listing, 'title' | 'introduction' | 'listPath'>,
  search: object,
  title = catalogue.title,
) {
  return pageHead(context, {
    title,
    description: catalogue.introduction,
    path: catalogue.listPath,
    indexed: Object.keys(search).length === 0,
    data: [breadcrumbData(context.origin, [{ name: catalogue.title, path: catalogue.listPath }])],
  });
}
