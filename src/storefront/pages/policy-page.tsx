import { policy } from '#config/policy';
import { useSite } from '#data/use-site.ts';
import { PageHeading } from './page-heading.tsx';
import { policySections, type PolicySection } from './policy/sections.ts';

/** The studio policy: ten sections and a table of contents. */
export function PolicyPage() {
  const sections = policySections({ ...policy, ...useSite().policy });
  return (
    <>
      <PageHeading title="Studio Policy">
        The rules of the house, in plain words. They hold for every booking; if one does not fit
        your shoot, ask us before the day.
      </PageHeading>
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
  const { id, title, figure, text, table } = section;
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
          {text.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        {table && <Terms {...table} />}
      </div>
      {figure && (
        <p className="order-first xl:order-none xl:pt-1 xl:text-right">
          <span className="block font-display text-xl text-teal">{figure.value}</span>{' '}
          <span className="block text-sm text-ink-quiet">{figure.what}</span>
        </p>
      )}
    </section>
  );
}

function Terms({ head, rows }: NonNullable<PolicySection['table']>) {
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
