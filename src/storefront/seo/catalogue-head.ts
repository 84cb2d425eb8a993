import { pageTitle } from './page-title.ts';
import { pageHead, type HeadContext } from './page-head.ts';
import { breadcrumbData } from './structured-data.ts';

/** What the head of a catalogue tells. */
export interface CatalogueFacts {
  /** Before the studio's name: 'Rent Props'. */
  title: string;
  introduction: string;
  listPath: string;
}

/**
 * The head of a catalogue. Narrowed or ordered by its address it is a view of the whole list: known
 * under the list's address, and not indexed.
 * @param search what the address says; empty for the whole list
 * @param title where the view has one of its own, before the studio's name
 */
export function catalogueHead(
  context: HeadContext,
  catalogue: CatalogueFacts,
  search: object,
  title = catalogue.title,
) {
  return pageHead(context, {
    title: pageTitle(title),
    description: catalogue.introduction,
    path: catalogue.listPath,
    indexed: Object.keys(search).length === 0,
    data: [breadcrumbData(context.origin, [{ name: catalogue.title, path: catalogue.listPath }])],
  });
}
