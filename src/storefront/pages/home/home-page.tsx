import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { homeQuery } from '#data/catalogue/home.ts';
import { HOME_TEXTS } from '#domain/settings/texts/home-texts.ts';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
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
  const texts = usePageTexts('home', HOME_TEXTS);
  return (
    <>
      <Hero texts={texts} />
      <FeaturedSets title={texts.sets_title} sets={data?.sets ?? []} />
      <CatalogueTiles texts={texts} counts={data?.counts ?? {}} />
      <Store texts={texts} total={data?.counts.prop} />
      <Reasons texts={texts} />
      <Steps texts={texts} />
      <Work title={texts.work_title} />
      <GetInTouch />
    </>
  );
}
