import { pictureSources } from '#data/catalogue/images.ts';
import {
  itemAddress,
  itemMetaDescription,
  itemTitle,
  type ItemDetail,
} from '#domain/catalogue/item.ts';
import { readPictureAddress } from '#domain/catalogue/picture-address.ts';
import type { KindDescriptor } from '#domain/catalogue/kinds/kind.ts';
import { formatPrice } from '#domain/money.ts';
import type { HeadContext } from './head-context.ts';
import { pageHead } from './page-head.ts';
import { breadcrumbData, itemData } from './structured-data.ts';

const PICTURE_WIDTH = 1200;

/**
 * The head of an item's page, the same at all its addresses; the canonical one uses the slug
 * (docs/product/storefront.md).
 * @param item undefined if it does not exist
 * @param view `indexed` false keeps this view, for instance with dates, out of search indexes
 */
export function itemHead(
  context: HeadContext,
  catalogue: Pick<KindDescriptor, 'title' | 'listPath' | 'itemPath' | 'notFound'>,
  item: ItemDetail | undefined,
  { indexed = true }: { indexed?: boolean } = {},
) {
  if (!item) return pageHead(context, { title: catalogue.notFound.title });
  const path = catalogue.itemPath.replace('$slug', encodeURIComponent(itemAddress(item)));
  const { origin, backend } = context;
  const storage = { origin: backend.config.url ?? origin, widths: [PICTURE_WIDTH] };
  const pictures = item.images.map((url) => pictureSources(url, storage).src);
  return pageHead(context, {
    wholeTitle: itemTitle(item.name, item.title, context.site.studio.name),
    description: itemMetaDescription(item, formatPrice(item.price)),
    path,
    indexed,
    picture: item.images[0],
    pictureText: (item.images[0] && readPictureAddress(item.images[0]).alt) || item.name,
    data: [
      itemData(context, item, origin + path, pictures),
      breadcrumbData(origin, [
        { name: catalogue.title, path: catalogue.listPath },
        { name: item.name, path },
      ]),
    ],
  });
}
