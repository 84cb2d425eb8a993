import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { homeQuery } from '#data/home.ts';
import { CatalogueTiles } from './home/catalogue-tiles.tsx';
import { FeaturedSets } from './home/featured-sets.tsx';
import { GetInTouch } from './home/get-in-touch.tsx';
import { Hero } from './home/hero.tsx';
import { Reasons } from './home/reasons.tsx';
import { Steps } from './home/steps.tsx';
import { Store } from './home/store.tsx';
import { Work } from './home/work.tsx';

/** The front of the site. Without an answer from the catalogue the rest still stands. */
export function HomePage() {
  const { api } = useRouter().options.context;
  const { data } = useQuery(homeQuery(api));
  return (
    <>
      <Hero />
      <FeaturedSets sets={data?.sets ?? []} />
      <CatalogueTiles counts={data?.counts ?? {}} />
      <Store total={data?.counts.prop} />
      <Reasons />
      <Steps />
      <Work />
      <GetInTouch />
    </>
  );
}
