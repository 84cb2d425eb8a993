import * as z from 'zod/mini';
import { ITEM_KINDS } from '#domain/catalogue/kinds/kind.ts';
import type { PublicApi } from './backend.ts';
import { dataOf } from './failure.ts';

const parts = z.array(
  z.object({ kind: z.enum(ITEM_KINDS), first: z.string(), updated_at: z.string() }),
);
const items = z.array(
  z.object({ slug: z.nullable(z.string()), code: z.string(), updated_at: z.string() }),
);

/** A run of at most 10,000 active items of one kind: the id of its first, the last change of any. */
export type SitemapPart = z.infer<typeof parts>[number];

/** What makes an item's address, and its last change (ISO). */
export type SitemapItem = z.infer<typeof items>[number];

/** All parts, in the order of kind and id. @throws {Failure} */
export async function readSitemapParts(api: PublicApi): Promise<SitemapPart[]> {
  return parts.parse(dataOf(await (await api()).rpc('sitemap_parts')));
}

/** The items of a part. @throws {Failure} */
export async function readSitemapPart(api: PublicApi, part: SitemapPart): Promise<SitemapItem[]> {
  const { kind, first } = part;
  return items.parse(dataOf(await (await api()).rpc('sitemap_part', { kind, first })));
}
