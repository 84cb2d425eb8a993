import { ArrowUpRight } from 'lucide-react';
import { useSite } from '#data/use-site.ts';
import { PagePicture } from '#storefront/shared/page-picture.tsx';
import { PageHeading } from './page-heading.tsx';

/** The projects; their pages are on the agency's site. */
const PROJECTS = [
  { slug: 'monsoon-gold', title: 'Monsoon Gold', work: 'Jewellery catalogue, 64 pieces' },
  { slug: 'chai-slowly', title: 'Chai, Slowly', work: 'Film and stills for a tea house' },
  { slug: 'the-diwali-table', title: 'The Diwali Table', work: 'Festive campaign, brassware' },
  { slug: 'the-quiet-room', title: 'The Quiet Room', work: 'Look-book for a furniture maker' },
  { slug: 'side-b', title: 'Side B', work: 'Product film for a turntable' },
  { slug: 'small-wonders', title: 'Small Wonders', work: 'Season shoot, children’s wear' },
] as const;

/** Six projects, each linking to its page on the agency's site. */
export function ProjectsPage() {
  const site = useSite();
  return (
    <>
      <PageHeading title="Projects">
        Six shoots that came out of these rooms. What you see in them is on our shelves, and can be
        on your set.
      </PageHeading>
      <ul className="page grid gap-x-8 gap-y-12 pt-10 pb-20 md:grid-cols-2 lg:gap-y-16 lg:pt-14 lg:pb-28">
        {PROJECTS.map(({ slug, title, work }, index) => (
          <li key={slug}>
            <article className="group relative">
              <div className="overflow-hidden rounded-lg">
                <PagePicture
                  name={`project-${index + 1}`}
                  alt=""
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
                  <p className="mt-1 text-sm text-ink-quiet">{work}</p>
                </div>
                <a
                  href={`${site.studio.projects_url}/${slug}`}
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
