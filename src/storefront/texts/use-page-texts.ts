import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { siteTextsQuery } from '#data/settings/site-texts.ts';
import { textsOf, type PageText, type Words } from '#domain/settings/page-texts.ts';

/**
 * The texts of a group of settings, which the page's loader has read; the defaults if it could not.
 * @param words replace their names in braces; absent: the studio's facts, such as `{city}`
 */
export function usePageTexts<Texts extends Readonly<Record<string, PageText>>>(
  group: string,
  defaults: Texts,
  words?: Words,
): Texts {
  const { api, site } = useRouter().options.context;
  const { data = {} } = useQuery(siteTextsQuery(api, group));
  return textsOf(group, defaults, data, words ?? site.studio);
}
