import { policy } from '#config/policy';
import { useSite } from '#data/settings/use-site.ts';
import { POLICY_TEXTS } from '#domain/settings/texts/policy-texts.ts';
import { Paragraphs } from '#storefront/texts/paragraphs.tsx';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
import { PageHeading } from './page-heading.tsx';
import { policyWords } from './policy/policy-words.ts';
import { policySections, type PolicySection, type Terms } from './policy/sections.ts';

/** The studio policy: its sections and a table of contents. */
export function PolicyPage() {
  const { studio, policy: own } = useSite();
  const words = { ...studio, ...policyWords({ ...policy, ...own }) };
  const texts = usePageTexts('policy_page', POLICY_TEXTS, words);
  const sections = policySections(texts.sections);
  return (
    <>
      <PageHeading title={texts.title}>{texts.text}</PageHeading>
      <div className="page grid gap-x-16 pt-8 pb-20 lg:grid-cols-[16rem_1fr] lg:pt-14 lg:pb-28">
        <nav aria-label="Sections" className="mb-6 self-start lg:sticky lg:top-24">
          <ol className="grid text-sm sm:grid-cols-2 lg:grid-cols-1">
            {sections.map(({ id, title }, index) => (
              <li key={id}>
                <a href={`#${id}`} className="footer-link min-h-11 w-full gap-3 lg:min-h-9">
                  <span className="w-5 tabular-nums">{index + 1}</span>
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="border-b border-rule">
          {sections.map((section, index) => (
            <Section key={section.id} section={section} number={index + 1} />
          ))}
        </div>
      </div>
    </>
  );
}

function Section({ section, number }: { section: PolicySection; number: number }) {
  const { id, title, figure, figure_note: note, text, terms } = section;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-16 gap-x-12 gap-y-4 border-t border-rule py-8 lg:py-10 xl:grid-cols-[1fr_15rem]"
    >
      <div className="max-w-prose">
        <h2 id={`${id}-title`} className="font-display text-2xl text-balance">
          <span className="mr-3 text-ink-quiet tabular-nums">{number}</span>
          {title}
        </h2>
        <div className="mt-3 grid gap-3 text-pretty">
          <Paragraphs text={text} />
        </div>
        {terms && <TermsTable {...terms} />}
      </div>
      {figure && (
        <p className="order-first xl:order-none xl:pt-1 xl:text-right">
          <span className="block font-display text-xl text-teal">{figure}</span>{' '}
          <span className="block text-sm text-ink-quiet">{note}</span>
        </p>
      )}
    </section>
  );
}

function TermsTable({ head, rows }: Terms) {
  return (
    <table className="mt-5 w-full text-left text-sm">
      <thead className="text-ink-quiet">
        <tr>
          {head.map((title) => (
            <th key={title} scope="col" className="w-1/2 pb-2 font-normal">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([when, what]) => (
          <tr key={when} className="border-t border-rule align-baseline">
            <th scope="row" className="py-2.5 pr-4 font-normal">
              {when}
            </th>
            <td className="py-2.5 font-medium">{what}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
