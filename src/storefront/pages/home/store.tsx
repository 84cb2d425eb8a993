import { Link } from '@tanstack/react-router';
import { buttonClass } from '#ui/button.tsx';
import { formatCount } from '#ui/count.ts';
import { SitePicture } from '#storefront/texts/site-picture.tsx';
import type { HomeTexts } from '#domain/settings/texts/home-texts.ts';

export interface StoreProps {
  texts: HomeTexts;
  /** The number of props, if known. */
  total: number | undefined;
}

/** The prop store: a full-width picture and a link to the props. */
export function Store({ texts, total }: StoreProps) {
  return (
    <section aria-labelledby="store" className="mt-20 bg-paper-deep lg:mt-32">
      <SitePicture
        picture={texts.store_picture}
        width={2000}
        height={900}
        widths={[640, 1200, 2000]}
        sizes="(min-width: 768px) 100vw, 180vw"
        className="aspect-4/3 w-full object-cover object-left sm:aspect-video lg:aspect-20/9"
      />
      <div className="page grid items-end gap-x-16 gap-y-5 py-10 lg:grid-cols-[7fr_5fr] lg:py-16">
        <h2 id="store" className="font-display text-4xl tracking-[-0.015em] text-balance">
          {texts.store_title}
        </h2>
        <div>
          <p className="max-w-md text-pretty text-ink-quiet">{texts.store_text}</p>
          <p className="mt-5">
            <Link to="/rent-props" className={buttonClass({ size: 'lg' })}>
              {total === undefined ? 'Browse props' : `Browse ${formatCount(total)} props`}
            </Link>
          </p>
        </div>
      </div>
    </section>
  );
}
