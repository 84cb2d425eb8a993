import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { homeQuery } from '#data/home.ts';
import { CatalogueTiles } from './catalogue-tiles.tsx';
import { FeaturedSets } from './featured-sets.tsx';
import { GetInTouch } from './get-in-touch.tsx';
import { Hero } from './hero.tsx';
import { Reasons } from './reasons.tsx';
import { Steps } from './steps.tsx';
import { Store } from './store.tsx';
import { Work } from './work.tsx';

/** The home page. If the catalogue cannot be read, only its counts and sets are missing. */
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
