import { PostgrestClient } from '@supabase/postgrest-js';
import type * as z from 'zod/mini';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import type { ItemDetail } from '#domain/catalogue/item.ts';
import type { ItemDetails, ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { DETAILS } from '#domain/catalogue/kinds/details.ts';
import type { PageTexts } from '#domain/settings/page-texts.ts';
import { callFunction, type Arguments, type FunctionClient } from '../core/answer-call.ts';
import {
  catalogueListItems,
  detailRows,
  CATALOGUE_ANSWERS,
  type DetailRows,
  type CatalogueListItem,
} from './catalogue-answers.ts';
import { Failure } from '../core/failure.ts';
import { parseAnswer, WRONG_SHAPE } from '../core/parse-answer.ts';
import type { Backend } from '../core/backend.ts';
import type { Database } from '../types.gen.ts';

type Answers = typeof CATALOGUE_ANSWERS;

/** `/rest/v1` as anon; every answer is parsed. All methods throw a {@link Failure}. */
export interface PublicClient {
  /** Calls a function whose schema its caller has. */
  client: FunctionClient;
  /** Calls a function that reads the catalogue. */
  rpc: <Name extends keyof Answers>(
    name: Name,
    args: Arguments<Name>,
    signal?: AbortSignal,
  ) => Promise<z.output<Answers[Name]>>;
  /** One active item by slug or code with its related items, null when there is none. */
  itemPage: (
    kind: ItemKind,
    address: string,
    signal: AbortSignal,
  ) => Promise<{ item: ItemDetail; related: CatalogueItem[] | null } | null>;
  /** The settings of a page's group that differ from their defaults; in a preview also drafts. */
  siteTexts: (group: string, signal: AbortSignal) => Promise<PageTexts>;
  /** The active items with these ids, of any kind. */
  itemsById: (ids: readonly string[], signal: AbortSignal) => Promise<CatalogueListItem[]>;
}

/** Makes the visitor's client. Cheap: it holds no connection. */
export function createPublicClient(backend: Backend): PublicClient {
  const client = new PostgrestClient<Database, { PostgrestVersion: '14' }, 'public'>(
    `${backend.origin}/rest/v1`,
    {
      headers: {
        apikey: backend.config.anonKey,
        authorization: `Bearer ${backend.config.anonKey}`,
      },
      ...(backend.fetch ? { fetch: backend.fetch } : {}),
      // why: TanStack Query retries, with the product's delays and only in the browser.
      retry: false,
    },
  );
  const reported = <T>(read: Promise<T>): Promise<T> =>
    read.catch((error: unknown) => {
      if (error instanceof Failure && error.code === WRONG_SHAPE) backend.onWrongShape?.();
      throw error;
    });
  const rpc: PublicClient['rpc'] = (name, args, signal) =>
    reported(callFunction(client, CATALOGUE_ANSWERS, name, args, signal));
  const itemPage: PublicClient['itemPage'] = async (kind, address, signal) => {
    const page = await rpc('item_page', { kind, address }, signal);
    return page && { item: itemDetail(kind, page.item), related: page.related };
  };
  return {
    client,
    rpc,
    itemPage: (kind, address, signal) => reported(itemPage(kind, address, signal)),
    siteTexts: (group, signal) => {
      const { preview } = backend.config;
      return rpc('site_settings', { groups: [group], ...(preview && { preview }) }, signal);
    },
    itemsById: async (ids, signal) => {
      const answer = await client
        .from('catalogue_items')
        .select('type, id, code, name, slug, price, image, active, in_studio')
        .in('id', ids)
        .abortSignal(signal);
      return parseAnswer('catalogue_items', catalogueListItems, answer);
    },
  };
}

const readDetails: { [Kind in ItemKind]: (row: DetailRows[Kind]) => ItemDetails } = DETAILS;

/** The part of an item's row that its page shows. @throws {Failure} */
function itemDetail<Kind extends ItemKind>(
  kind: Kind,
  row: NonNullable<z.output<Answers['item_page']>>['item'],
): ItemDetail & { kind: Kind } {
  const { id, code, name, slug, description, price, in_studio, images } = row;
  const answer = { data: row, error: null, status: 200 };
  const details = parseAnswer(`item_page of a ${kind}`, detailRows[kind], answer);
  return {
    kind,
    id,
    code,
    name,
    slug,
    description,
    price,
    in_studio,
    images,
    ...readDetails[kind](details),
  };
}
