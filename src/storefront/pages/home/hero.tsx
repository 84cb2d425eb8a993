import { Link, useNavigate } from '@tanstack/react-router';
import { PlainWhen } from '#storefront/availability/plain-when.tsx';
import { When } from '#storefront/availability/when.tsx';
import { buttonClass } from '#ui/button.tsx';
import { SitePicture } from '#storefront/texts/site-picture.tsx';
import type { HomeTexts } from '#domain/settings/texts/home-texts.ts';
import { CATALOGUES_ID } from './catalogue-tiles.tsx';

/** The first screen of the home page: heading, the question for the dates, two buttons and a full-width picture. */
export function Hero({ texts }: { texts: HomeTexts }) {
  const navigate = useNavigate();
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
          <PlainWhen path="/search" search={{}} />
          <div className="hero-when">
            <When
              dates={null}
              question="When do you need it?"
              onDates={(dates) => dates && void navigate({ to: '/search', search: dates })}
            />
          </div>
          <p className="mt-3 flex flex-wrap gap-3">
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
