import { createFileRoute } from '@tanstack/react-router';
import { studio } from '#config';
import { homeQuery } from '#data/home.ts';
import { preload } from '#storefront/catalogue/preload.ts';
import { HomePage } from '#storefront/pages/home/home-page.tsx';
import { pageHead } from '#storefront/seo/page-head.ts';
import { studioData } from '#storefront/seo/structured-data.ts';

export const Route = createFileRoute('/_site/')({
  loader: ({ context }) => preload(context.queryClient.query(homeQuery(context.api))),
  head: ({ match }) =>
    pageHead(match.context, {
      title: `${studio.studio.name}, ${studio.studio.city}`,
      description: `A photo and video studio in ${studio.studio.city}: sets, 2000+ curated props, clothes, backdrops, gear and crew, rented by the day.`,
      path: '/',
      data: [studioData(match.context.origin)],
    }),
  component: HomePage,
});
