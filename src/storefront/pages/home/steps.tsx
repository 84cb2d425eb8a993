import type { HomeTexts } from '#domain/settings/texts/home-texts.ts';

/** The way of an enquiry, in steps. */
export function Steps({ texts }: { texts: HomeTexts }) {
  return (
    <section aria-labelledby="steps" className="bg-band text-white">
      <div className="page py-16 lg:py-24">
        <h2 id="steps" className="font-display text-3xl">
          {texts.steps_title}
        </h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3 md:gap-12 lg:mt-14">
          {texts.steps.map(({ title, text }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
            <li key={index} className="border-t border-white/40 pt-5">
              <span aria-hidden className="font-display text-4xl">
                {index + 1}
              </span>
              <h3 className="mt-4 text-lg font-semibold">{title}</h3>
              <p className="mt-1.5 max-w-sm text-pretty text-white/85">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
