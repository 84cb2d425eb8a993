const REASONS = [
  {
    title: 'All of it under one roof',
    text: 'Floor, set, props, clothes, light and crew. One call sheet, one van less, one bill.',
  },
  {
    title: 'The price is on the card',
    text: 'Everything is priced in rupees per day. What you see is what your enquiry says.',
  },
  {
    title: 'Nothing to pay to ask',
    text: 'No account, no payment. You send your dates; we say what is free and the final price.',
  },
  {
    title: 'An answer within 24 hours',
    text: 'By phone or e-mail, from the people who look after the things you asked for.',
  },
] as const;

/** The 'Why us' section. */
export function Reasons() {
  return (
    <section
      aria-labelledby="reasons"
      className="page grid gap-x-16 gap-y-8 py-16 lg:grid-cols-[4fr_8fr] lg:py-28"
    >
      <div>
        <p className="text-sm text-ink-quiet">Why us</p>
        <h2 id="reasons" className="mt-3 font-display text-3xl text-balance">
          Made for the people who make the picture
        </h2>
      </div>
      <ul className="grid gap-x-12 sm:grid-cols-2">
        {REASONS.map(({ title, text }) => (
          <li key={title} className="border-t border-rule py-6 lg:pt-7 lg:pb-12">
            <h3 className="font-display text-2xl text-balance">{title}</h3>
            <p className="mt-2 max-w-sm text-ink-quiet text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
