import type { HomeTexts } from '#domain/settings/texts/home-texts.ts';

/** The 'Why us' section. */
export function Reasons({ texts }: { texts: HomeTexts }) {
  return (
    <section
      aria-labelledby="reasons"
      className="page grid gap-x-16 gap-y-8 py-16 lg:grid-cols-[4fr_8fr] lg:py-28"
    >
      <div>
        {texts.reasons_above && <p className="text-sm text-ink-quiet">{texts.reasons_above}</p>}
        <h2 id="reasons" className="mt-3 font-display text-3xl text-balance">
          {texts.reasons_title}
        </h2>
      </div>
      <ul className="grid gap-x-12 sm:grid-cols-2">
        {texts.reasons.map(({ title, text }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
          <li key={at} className="border-t border-rule py-6 lg:pt-7 lg:pb-12">
            <h3 className="font-display text-2xl text-balance">{title}</h3>
            <p className="mt-2 max-w-sm text-ink-quiet text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
