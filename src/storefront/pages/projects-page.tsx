import { ArrowUpRight } from 'lucide-react';
import { useSite } from '#data/settings/use-site.ts';
import { PROJECTS_TEXTS } from '#domain/settings/texts/projects-texts.ts';
import { SitePicture } from '#storefront/texts/site-picture.tsx';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
import { PageHeading } from './page-heading.tsx';

/** The address of a project's page: a whole one, or the last part of one on the agency's site. */
const projectAddress = (base: string, link: string) =>
  /^https?:\/\//i.test(link) ? link : `${base}/${link}`;

/** The projects, each linking to its page on the agency's site. */
export function ProjectsPage() {
  const site = useSite();
  const texts = usePageTexts('projects', PROJECTS_TEXTS);
  return (
    <>
      <PageHeading title={texts.title}>{texts.text}</PageHeading>
      <ul className="page grid gap-x-8 gap-y-12 pt-10 pb-20 md:grid-cols-2 lg:gap-y-16 lg:pt-14 lg:pb-28">
        {texts.projects.map(({ picture, title, text, link }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
          <li key={index}>
            <article className="group relative">
              <div className="overflow-hidden rounded-lg">
                <SitePicture
                  picture={picture}
                  width={1200}
                  height={800}
                  sizes="(min-width: 768px) 45vw, 92vw"
                  first={index < 2}
                  className="aspect-3/2 w-full object-cover transition-transform duration-200 ease-calm group-hover:scale-103"
                />
              </div>
              <div className="mt-4 flex flex-col items-start justify-between gap-x-6 gap-y-1 lg:flex-row">
                <div>
                  <h2 className="font-display text-2xl">{title}</h2>
                  <p className="mt-1 text-sm text-ink-quiet">{text}</p>
                </div>
                <a
                  href={projectAddress(site.studio.projects_url, link)}
                  target="_blank"
                  rel="noopener noreferrer"
                  aria-label={`View Project: ${title}`}
                  className="arrow-link shrink-0 after:absolute after:inset-0"
                >
                  View Project
                  <ArrowUpRight aria-hidden size={17} />
                </a>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </>
  );
}
