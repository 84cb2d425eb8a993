import { Link } from '@tanstack/react-router';
import { studio } from '#config';
import { buttonClass } from '#ui/button.tsx';
import { formatCount } from '../../catalogue/count-words.ts';
import { Picture } from '../../shell/picture.tsx';
import { HOW_IT_WORKS } from './steps.tsx';

const HERO = '/storage/v1/object/public/catalogue/home/hero.webp';

/** The first screen: what this is, the two ways on, and a set composed of things from the collection. */
export function Opening({ total }: { total: number | null }) {
  return (
    <section className="page grid items-center gap-8 pt-8 pb-4 md:gap-10 lg:grid-cols-[5fr_7fr] lg:gap-14 lg:pt-10">
      <div className="lg:py-10">
        <p className="text-sm text-ink-quiet">Studio rental in {studio.address.city}</p>
        <h1 className="mt-4 font-display text-4xl tracking-[-0.015em] text-balance">
          Everything in the frame, by the day.
        </h1>
        <p className="mt-5 max-w-md text-lg text-ink-quiet text-pretty">
          2000+ curated props for photo and film. Pick what the picture needs, send one enquiry, and
          hear from us within 24 hours.
        </p>
        <p className="mt-8 flex flex-wrap gap-3">
          <Link to="/rent-props" className={buttonClass({ size: 'lg' })}>
            {total === null ? 'Browse props' : `Browse ${formatCount(total)} props`}
          </Link>
          <a
            href={`#${HOW_IT_WORKS}`}
            className={buttonClass({ size: 'lg', variant: 'secondary' })}
          >
            How it works
          </a>
        </p>
      </div>
      <div className="-mx-[clamp(1rem,4vw,3.5rem)] overflow-hidden bg-teal-pale sm:mx-0 sm:rounded-xl">
        <Picture
          url={HERO}
          alt="A living-room set: teal sofa, arc lamp, mirror, plants and small tables on a round rug."
          width={1600}
          height={1100}
          widths={[480, 800, 1200, 1600]}
          sizes="(min-width: 1440px) 760px, (min-width: 1024px) 54vw, 100vw"
          first
          className="h-auto w-full"
        />
      </div>
    </section>
  );
}
