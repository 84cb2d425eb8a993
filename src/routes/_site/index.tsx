import { createFileRoute } from '@tanstack/react-router';
import { homeQuery } from '#data/home.ts';
import { preload } from '#storefront/catalogue/preload.ts';
import { HomePage } from '#storefront/pages/home/home-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { studioData } from '#storefront/seo/structured-data.ts';

export const Route = createFileRoute('/_site/')({
  loader: ({ context }) => preload(context.queryClient.query(homeQuery(context.api))),
  head: ({ match }) => {
    const city = match.context.site.studio.city;
    return pageHead(match.context, {
      wholeTitle: `${match.context.site.studio.name}, ${city}`,
      description: `A photo and video studio in ${city}: sets, 2000+ curated props, clothes, backdrops, gear and crew, rented by the day.`,
      path: '/',
      data: [studioData(match.context)],
    });
  },
  component: HomePage,
});
