import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { CatalogueItem } from '#domain/catalogue/item.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { ItemCard } from '../../catalogue/item-card.tsx';

/** The newest items of the collection. */
export function JustIn({ catalogue, items }: { catalogue: Catalogue; items: CatalogueItem[] }) {
  return (
    <section aria-labelledby="just-in" className="page pt-16 lg:pt-24">
      <div className="mb-6 flex items-baseline justify-between gap-8 lg:mb-8">
        <h2 id="just-in" className="font-display text-3xl">
          Just in
        </h2>
        <Link to={catalogue.listPath} className="arrow-link">
          See the newest
          <ArrowRight aria-hidden size={17} />
        </Link>
      </div>
      <ul className="-mx-[clamp(1rem,4vw,3.5rem)] flex snap-x scroll-px-[clamp(1rem,4vw,3.5rem)] gap-4 overflow-x-auto px-[clamp(1rem,4vw,3.5rem)] pb-2 sm:gap-5 lg:mx-0 lg:grid lg:grid-cols-4 lg:overflow-visible lg:px-0">
        {items.map((item) => (
          <li key={item.id} className="w-[72%] shrink-0 snap-start sm:w-[40%] lg:w-auto">
            <ItemCard item={item} />
          </li>
        ))}
      </ul>
    </section>
  );
}
