import type { QueryClient } from '@tanstack/react-query';
import type { PublicApi } from '#data/catalogue/public-api.ts';
import { siteTextsQuery } from '#data/settings/site-texts.ts';
import { fillText, type PageTexts } from '#domain/settings/page-texts.ts';
import type { Site } from '#domain/settings/site.ts';

interface TextsContext {
  api: PublicApi;
  queryClient: QueryClient;
  site: Site;
}

/** Milliseconds that a page waits for its texts; they appear later where the connection is slower. */
const LONGEST_WAIT = 5_000;

/** Reads the groups of a page that are not cached, and returns the first. One that cannot be read has its defaults. */
export async function loadTexts({ api, queryClient }: TextsContext, groups: readonly string[]) {
  const reads = groups.map((group) =>
    // why: texts of an earlier visit are shown at once; their page reads stale ones again.
    queryClient.query({ ...siteTextsQuery(api, group), staleTime: Infinity }),
  );
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waited = new Promise<[]>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT, [])));
  const [first] = await Promise.race([Promise.allSettled(reads), waited]);
  clearTimeout(timer);
  return first?.status === 'fulfilled' ? first.value : {};
}

/**
 * Reads a page's texts and returns its description for search engines: the studio's own, or the default.
 * @param groups of the page; the first has the description
 */
export async function loadPage(
  context: TextsContext,
  groups: readonly [string, ...string[]],
  usual: string,
): Promise<string> {
  const texts: PageTexts = await loadTexts(context, groups);
  const own = texts[`${groups[0]}.description`];
  return fillText(typeof own === 'string' ? own : usual, context.site.studio);
}
