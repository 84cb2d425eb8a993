import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { homeQuery } from '#data/home.ts';
import { Catalogues } from './home/catalogues.tsx';
import { FeaturedSets } from './home/featured-sets.tsx';
import { GetInTouch } from './home/get-in-touch.tsx';
import { Opening } from './home/opening.tsx';
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
      <Opening />
      <FeaturedSets sets={data?.sets ?? []} />
      <Catalogues counts={data?.counts ?? {}} />
      <Store total={data?.counts.prop} />
      <Reasons />
      <Steps />
      <Work />
      <GetInTouch />
    </>
  );
}
