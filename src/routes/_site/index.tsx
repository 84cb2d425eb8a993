import { createFileRoute } from '@tanstack/react-router';
import { homeQuery } from '#data/catalogue/home.ts';
import { HOME_TEXTS } from '#domain/settings/texts/home-texts.ts';
import { preload } from '#storefront/catalogue/preload.ts';
import { HomePage } from '#storefront/pages/home/home-page.tsx';
import { loadPage } from '#storefront/texts/load-texts.ts';
import { pageHead } from '#storefront/seo/page-head.ts';
import { studioData } from '#storefront/seo/structured-data.ts';

export const Route = createFileRoute('/_site/')({
  // why: with the loader, the texts would be in the first load of every page.
  codeSplitGroupings: [['loader', 'component']],
  loader: async ({ context }) => {
    const read = preload(context.queryClient.query(homeQuery(context.api)));
    const description = await loadPage(context, ['home', 'contact'], HOME_TEXTS.description);
    await read;
    return description;
  },
  head: ({ match, loaderData }) => {
    const city = match.context.site.studio.city;
    return pageHead(match.context, {
      wholeTitle: `${match.context.site.studio.name}, ${city}`,
      description: loaderData,
      path: '/',
      data: [studioData(match.context)],
    });
  },
  component: HomePage,
});
