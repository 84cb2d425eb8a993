import { Picture } from '../../shell/picture.tsx';

const PICTURE = '/storage/v1/object/public/catalogue/sets/boho-lounge-1.webp';

const REASONS = [
  {
    title: 'A collection, not a warehouse',
    text: '2000+ props chosen for how they look on camera, from a single brass lantern to the sofa.',
  },
  {
    title: 'The price is on the card',
    text: 'Everything is priced in rupees per day. What you see is what your enquiry says.',
  },
  {
    title: 'Nothing to pay to ask',
    text: 'No account and no payment. You send your dates; we confirm what is free and the final price.',
  },
  {
    title: 'An answer within 24 hours',
    text: 'By phone or e-mail, from the people who look after the things you asked for.',
  },
] as const;

/** Why people rent here. */
export function Reasons() {
  return (
    <section
      aria-labelledby="reasons"
      className="page grid gap-8 pt-16 lg:grid-cols-[5fr_7fr] lg:gap-16 lg:pt-28"
    >
      <div className="lg:sticky lg:top-24 lg:self-start">
        <h2 id="reasons" className="font-display text-3xl text-balance">
          Made for the people who make the picture
        </h2>
        <div className="mt-8 hidden overflow-hidden rounded-lg lg:block">
          <Picture
            url={PICTURE}
            alt=""
            width={960}
            height={720}
            widths={[480, 800]}
            sizes="38vw"
            className="h-auto w-full"
          />
        </div>
      </div>
      <ul className="border-b border-rule">
        {REASONS.map(({ title, text }) => (
          <li key={title} className="border-t border-rule py-6 lg:py-9">
            <h3 className="font-display text-2xl">{title}</h3>
            <p className="mt-2 max-w-prose text-ink-quiet text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
