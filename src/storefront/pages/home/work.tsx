import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import { Figures } from '#storefront/pages/figures.tsx';

/** The studio's key figures, with a link to the projects. */
export function Work({ title }: { title: string }) {
  return (
    <section aria-labelledby="work" className="page pt-16 lg:pt-28">
      <div className="mb-6 flex flex-wrap items-end justify-between gap-x-16 gap-y-3 lg:mb-10">
        <h2 id="work" className="max-w-xl font-display text-3xl text-balance">
          {title}
        </h2>
        <Link to="/projects" className="arrow-link">
          See projects
          <ArrowRight aria-hidden size={17} />
        </Link>
      </div>
      <Figures />
    </section>
  );
}
