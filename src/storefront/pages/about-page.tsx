import { Link } from '@tanstack/react-router';
import { useSite } from '#data/use-site.ts';
import { buttonClass } from '#ui/button.tsx';
import { PagePicture } from '#storefront/shared/page-picture.tsx';
import { Figures } from './figures.tsx';

const TEAM = [
  {
    picture: 'team-store',
    title: 'Sets and props',
    text: 'They build the rooms, know every shelf by heart, and will find the lamp you can only describe.',
  },
  {
    picture: 'team-wardrobe',
    title: 'Wardrobe',
    text: 'They steam, mend and fit, and keep two sizes aside because casting changes.',
  },
  {
    picture: 'team-light',
    title: 'Camera and light',
    text: 'They test each case before it leaves and again when it is back, so that your day starts on time.',
  },
  {
    picture: 'team-desk',
    title: 'The desk',
    text: 'They read your enquiry, hold your dates, and are the voice that answers within 24 hours.',
  },
] as const;

const PORTFOLIO = [
  { picture: 'portfolio-1', alt: 'A crown on white plinths before a maroon curtain.' },
  { picture: 'portfolio-2', alt: 'A gold gown under a marigold toran, with an urli and a lamp.' },
  { picture: 'portfolio-3', alt: 'A guitar on a stool beside a speaker, under a copper lamp.' },
  { picture: 'portfolio-4', alt: 'A green armchair, an arched mirror and a plant.' },
] as const;

/** The About page: story, reason, team, vision and portfolio. */
export function AboutPage() {
  const site = useSite();
  return (
    <>
      <section className="page grid items-end gap-8 pt-10 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:pt-16">
        <div className="lg:pb-6">
          <p className="text-sm text-ink-quiet">About {site.studio.short_name}</p>
          <h1 className="mt-4 font-display text-4xl tracking-[-0.015em] text-balance">
            It began with one sofa we kept having to give back.
          </h1>
        </div>
        <PagePicture
          name="about"
          alt="A teal sofa with a lamp, a plant and framed prints."
          width={1200}
          height={960}
          sizes="(min-width: 1024px) 42vw, 92vw"
          first
          className="aspect-5/4 w-full rounded-lg object-cover"
        />
      </section>

      <section
        aria-labelledby="story"
        className="page grid gap-4 pt-14 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:pt-24"
      >
        <h2 id="story" className="font-display text-3xl">
          Our story
        </h2>
        <div className="grid max-w-prose gap-4 text-lg text-pretty">
          <p>
            We were a small crew shooting for brands in {site.studio.city}. Every second job asked
            for the same teal three-seater, and every second job we hired it from a dealer who
            wanted it back by six. One evening we bought it from him. Then the lamp beside it. Then
            a wall of brass, forty chairs, and a rail of sherwanis.
          </p>
          <p>
            Soon other crews were calling to ask whether the sofa was free on Thursday. So the store
            room became a store, the store got a shooting floor, and the floor got sets that stand
            all year. Today it is a studio with more than 2,000 props behind it, and the people who
            carry them to your mark are the people who chose them.
          </p>
        </div>
      </section>

      <section aria-label="In figures" className="page pt-14 lg:pt-24">
        <Figures />
      </section>

      <section
        aria-labelledby="why"
        className="page grid gap-4 pt-14 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:pt-24"
      >
        <h2 id="why" className="font-display text-3xl text-balance">
          Why the studio exists
        </h2>
        <div className="grid max-w-prose gap-4 text-lg text-pretty">
          <p>
            Because good pictures die of small things. A prop that is brass in the photo and plastic
            in the hand. A supplier who answers on Thursday for a shoot on Wednesday. Four vans,
            three invoices, and nobody who can say what the day will cost.
          </p>
          <p>
            We put it all under one roof, wrote the price per day on every single thing, and made
            one enquiry enough for the whole list: the set, the props, the clothes, the light, and
            the hands to work them.
          </p>
        </div>
      </section>

      <section aria-labelledby="team" className="page pt-14 lg:pt-24">
        <h2 id="team" className="font-display text-3xl">
          The team
        </h2>
        <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-8 lg:mt-8 lg:grid-cols-4 lg:gap-x-6">
          {TEAM.map(({ picture, title, text }) => (
            <li key={picture}>
              <PagePicture
                name={picture}
                alt=""
                width={720}
                height={720}
                sizes="(min-width: 1024px) 22vw, 45vw"
                className="aspect-square w-full rounded-lg object-cover"
              />
              <h3 className="mt-4 font-display text-xl">{title}</h3>
              <p className="mt-1 text-sm text-pretty text-ink-quiet">{text}</p>
            </li>
          ))}
        </ul>
      </section>

      <section aria-labelledby="vision" className="mt-16 bg-teal-deep text-white lg:mt-28">
        <div className="page py-16 lg:py-28">
          <h2 id="vision" className="text-sm text-white/85">
            Our vision
          </h2>
          <p className="mt-5 max-w-4xl font-display text-3xl text-balance">
            That any brand, however small, can make pictures as considered as the largest ones: not
            by spending more, but by starting from a full shelf.
          </p>
        </div>
      </section>

      <section aria-labelledby="portfolio" className="page pt-14 pb-20 lg:pt-24 lg:pb-28">
        <h2 id="portfolio" className="font-display text-3xl">
          From the shooting floor
        </h2>
        <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:mt-8 lg:grid-cols-4 lg:gap-5">
          {PORTFOLIO.map(({ picture, alt }) => (
            <li key={picture}>
              <PagePicture
                name={picture}
                alt={alt}
                width={960}
                height={1200}
                sizes="(min-width: 1024px) 22vw, 45vw"
                className="aspect-4/5 w-full rounded-lg object-cover"
              />
            </li>
          ))}
        </ul>
        <p className="mt-10">
          <Link to="/" className={buttonClass({ size: 'lg' })}>
            book your shoot
          </Link>
        </p>
      </section>
    </>
  );
}
