import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { SitePicture } from '#storefront/texts/site-picture.tsx';
import { CATALOGUES_ID } from './catalogue-tiles.tsx';
import type { HomeTexts } from './home-page.tsx';

/** The first screen of the home page: heading, two buttons and a full-width picture. */
export function Hero({ texts }: { texts: HomeTexts }) {
  return (
    <section>
      <div className="page grid items-end gap-x-16 gap-y-5 pt-8 pb-7 lg:grid-cols-[7fr_5fr] lg:pt-14 lg:pb-12">
        <div>
          {texts.above && <p className="text-sm text-ink-quiet">{texts.above}</p>}
          <h1 className="mt-3 font-display text-[clamp(min(2.5rem,14vw),1.2rem+5.4vw,5.25rem)] leading-[1.02] tracking-[-0.02em] text-balance">
            {texts.title}
          </h1>
        </div>
        <div className="lg:pb-2">
          <p className="max-w-md text-lg text-pretty text-ink-quiet">{texts.text}</p>
          <p className="mt-6 flex flex-wrap gap-3">
            <a href={`#${CATALOGUES_ID}`} className={buttonClass({ size: 'lg' })}>
              Browse the studio
            </a>
            <Link
              to="/rent-sets-packages"
              className={buttonClass({ size: 'lg', variant: 'secondary' })}
            >
              See the sets
            </Link>
          </p>
        </div>
      </div>
      <SitePicture
        picture={texts.picture}
        width={2000}
        height={900}
        widths={[640, 1200, 1440, 2000]}
        sizes="100vw"
        first
        className="aspect-5/4 w-full object-cover object-[56%] sm:aspect-video md:aspect-20/9 xl:aspect-[20/8.2]"
      />
    </section>
  );
}
