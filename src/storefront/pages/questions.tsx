import { FAQ_TEXTS } from '#domain/settings/texts/pricing-texts.ts';
import { Paragraphs } from '#storefront/texts/paragraphs.tsx';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';

const SCHEMA = 'https://schema.org';

/** Questions and answers, with microdata for search engines (schema.org/FAQPage); none: nothing. */
export function Questions() {
  const { title, questions } = usePageTexts('faq', FAQ_TEXTS);
  if (questions.length === 0) return null;
  return (
    <section
      aria-labelledby="questions"
      itemScope
      itemType={`${SCHEMA}/FAQPage`}
      className="lg:col-span-2"
    >
      <h2 id="questions" className="font-display text-3xl text-balance">
        {title}
      </h2>
      <div className="mt-4 border-b border-rule">
        {questions.map(({ question, answer }, at) => (
          <div
            // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
            key={at}
            itemScope
            itemProp="mainEntity"
            itemType={`${SCHEMA}/Question`}
            className="grid gap-x-16 gap-y-2 border-t border-rule py-5 lg:grid-cols-[6fr_5fr] lg:py-6"
          >
            <h3 itemProp="name" className="font-display text-xl text-balance">
              {question}
            </h3>
            <div itemScope itemProp="acceptedAnswer" itemType={`${SCHEMA}/Answer`}>
              <div itemProp="text" className="grid max-w-prose gap-3 text-pretty text-ink-quiet">
                <Paragraphs text={answer} />
              </div>
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}
