import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { showcaseQuery } from '#data/catalogue.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { Categories } from './home/categories.tsx';
import { GetInTouch } from './home/get-in-touch.tsx';
import { JustIn } from './home/just-in.tsx';
import { Opening } from './home/opening.tsx';
import { Reasons } from './home/reasons.tsx';
import { Steps } from './home/steps.tsx';

/** The newest items on the home page. */
export const JUST_IN = 4;

/** The front of the site. Without an answer from the catalogue the rest still stands. */
export function HomePage() {
  const { api } = useRouter().options.context;
  const { data } = useQuery(showcaseQuery(api, 'prop', JUST_IN));
  return (
    <>
      <Opening total={data?.total || null} />
      {data && data.categories.length > 0 && (
        <Categories catalogue={CATALOGUES.prop} categories={data.categories} />
      )}
      {data && data.newest.length > 0 && <JustIn catalogue={CATALOGUES.prop} items={data.newest} />}
      <Reasons />
      <Steps />
      <GetInTouch />
    </>
  );
}
