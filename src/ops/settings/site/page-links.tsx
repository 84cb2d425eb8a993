import { Link } from '@tanstack/react-router';
import { SITE_PAGES, type SitePage } from '#domain/settings/site-pages.ts';
import { SelectField } from '#ui/field.tsx';

export interface PageLinksProps {
  page: SitePage;
  /** Names of the pages with drafts. */
  drafted: ReadonlySet<string>;
  onSelect: (name: string) => void;
}

/** The pages of the site: links, or a select on phones. */
export function PageLinks({ page, drafted, onSelect }: PageLinksProps) {
  const mark = (name: string) => (drafted.has(name) ? ' · draft' : '');
  return (
    <>
      <SelectField
        label="Page"
        value={page.name}
        className="md:hidden"
        onChange={(event) => onSelect(event.target.value)}
      >
        {SITE_PAGES.map(({ name, title }) => (
          <option key={name} value={name}>
            {title + mark(name)}
          </option>
        ))}
      </SelectField>
      <nav aria-label="Pages of the site" className="max-md:hidden">
        <ul className="sticky top-20 space-y-0.5">
          {SITE_PAGES.map(({ name, title }) => (
            <li key={name}>
              <Link
                to="/ops/settings/site"
                search={{ page: name }}
                aria-current={name === page.name ? 'page' : undefined}
                className="flex min-h-9 items-center rounded-control px-3 text-sm text-ink-quiet hover:bg-paper-deep hover:text-ink aria-[current=page]:bg-teal-pale aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {title}
                {drafted.has(name) && (
                  <span className="ml-auto pl-2 text-xs font-normal text-ink">draft</span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
