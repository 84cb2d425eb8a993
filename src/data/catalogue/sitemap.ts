import type { PublicApi } from './public-api.ts';

/** All runs of at most 10,000 active items of one kind, ordered by kind and id. @throws {Failure} */
export const readSitemapParts = async (api: PublicApi) => (await api()).rpc('sitemap_parts', {});

/** A run of items: its kind, the id of its first item, the last change of any (ISO). */
export type SitemapPart = Awaited<ReturnType<typeof readSitemapParts>>[number];

/** The items of a part: the parts of their addresses, and their last changes (ISO). @throws {Failure} */
export const readSitemapPart = async (api: PublicApi, { kind, first }: SitemapPart) =>
  (await api()).rpc('sitemap_part', { kind, first });

/** The parts of an item's address, and its last change (ISO). */
export type SitemapItem = Awaited<ReturnType<typeof readSitemapPart>>[number];
