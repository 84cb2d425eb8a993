import { Link } from '@tanstack/react-router';
import { ABOUT_TEXTS } from '#domain/settings/texts/about-texts.ts';
import { buttonClass } from '#ui/button.tsx';
import { Paragraphs } from '#storefront/texts/paragraphs.tsx';
import { SitePicture } from '#storefront/texts/site-picture.tsx';
import { Figures } from './figures.tsx';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';

/** The About page: story, reason, team, vision and portfolio. */
export function AboutPage() {
  const texts = usePageTexts('about', ABOUT_TEXTS);
  return (
    <>
      <section className="page grid items-end gap-8 pt-10 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:pt-16">
        <div className="lg:pb-6">
          {texts.above && <p className="text-sm text-ink-quiet">{texts.above}</p>}
          <h1 className="mt-4 font-display text-4xl tracking-[-0.015em] text-balance">
            {texts.title}
          </h1>
        </div>
        <SitePicture
          picture={texts.picture}
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
          {texts.story_title}
        </h2>
        <div className="grid max-w-prose gap-4 text-lg text-pretty">
          <Paragraphs text={texts.story} />
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
          {texts.why_title}
        </h2>
        <div className="grid max-w-prose gap-4 text-lg text-pretty">
          <Paragraphs text={texts.why} />
        </div>
      </section>

      <section aria-labelledby="team" className="page pt-14 lg:pt-24">
        <h2 id="team" className="font-display text-3xl">
          {texts.team_title}
        </h2>
        <ul className="mt-6 grid grid-cols-2 gap-x-4 gap-y-8 lg:mt-8 lg:grid-cols-4 lg:gap-x-6">
          {texts.team.map(({ picture, title, text }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
            <li key={at}>
              <SitePicture
                picture={picture}
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

      <section aria-labelledby="vision" className="mt-16 bg-band text-white lg:mt-28">
        <div className="page py-16 lg:py-28">
          <h2 id="vision" className="text-sm text-white/85">
            {texts.vision_title}
          </h2>
          <p className="mt-5 max-w-4xl font-display text-3xl text-balance">{texts.vision}</p>
        </div>
      </section>

      <section aria-labelledby="portfolio" className="page pt-14 pb-20 lg:pt-24 lg:pb-28">
        <h2 id="portfolio" className="font-display text-3xl">
          {texts.portfolio_title}
        </h2>
        <ul className="mt-6 grid grid-cols-2 gap-3 sm:gap-4 lg:mt-8 lg:grid-cols-4 lg:gap-5">
          {texts.portfolio.map(({ picture }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
            <li key={at}>
              <SitePicture
                picture={picture}
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
