import type { Site } from '#domain/settings/site.ts';

/** The `head` of a page of the back office: 'Today · Frameyard'. */
export const opsHead =
  (title: string) =>
  ({ match }: { match: { context: { site: Site } } }) => ({
    meta: [{ title: `${title} · ${match.context.site.studio.short_name}` }],
  });
