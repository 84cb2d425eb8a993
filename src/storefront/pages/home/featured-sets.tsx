import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { formatPrice } from '#domain/money.ts';
import { classNames } from '#ui/class-names.ts';
import { Price } from '#ui/price.tsx';
import { Picture } from '#storefront/shared/picture.tsx';

/** Number of sets that are shown: one full row. */
const SHOWN = 3;

export interface FeaturedSetsProps {
  title: string;
  sets: readonly CatalogueItem[];
}

/** The newest sets in a row, the middle one lower. */
export function FeaturedSets({ title, sets }: FeaturedSetsProps) {
  if (sets.length === 0) return null;
  return (
    <section aria-labelledby="sets" className="page pt-16 lg:pt-28">
      <div className="flex flex-wrap items-end justify-between gap-x-16 gap-y-3">
        <h2 id="sets" className="max-w-xl font-display text-3xl text-balance">
          {title}
        </h2>
        <Link to="/rent-sets-packages" className="arrow-link">
          All sets and packages
          <ArrowRight aria-hidden size={17} />
        </Link>
      </div>
      <ul className="mt-6 grid gap-x-5 gap-y-8 sm:grid-cols-3 lg:mt-8 lg:gap-x-8">
        {sets.slice(0, SHOWN).map((set, index) => (
          <li key={set.id} className={classNames(index === 1 && 'sm:mt-12 lg:mt-16')}>
            <SetCard set={set} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function SetCard({ set }: { set: CatalogueItem }) {
  return (
    <Link
      to={itemPath(set.kind, set) ?? CATALOGUES.set.listPath}
      className="group block rounded-lg"
    >
      <span className="block overflow-hidden rounded-lg bg-paper-deep">
        {set.images[0] && (
          <Picture
            url={set.images[0]}
            alt=""
            width={960}
            height={720}
            widths={[320, 480, 640, 960]}
            sizes="(min-width: 640px) 31vw, 92vw"
            className="aspect-4/3 w-full object-cover transition-transform duration-200 ease-calm group-hover:scale-103"
          />
        )}
      </span>
      <span className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <span className="min-w-[60%] flex-1 font-display text-xl wrap-anywhere">{set.name}</span>
        <Price
          amount={formatPrice(set.price)}
          unit="/day"
          className="shrink-0 text-sm font-medium"
        />
      </span>
    </Link>
  );
}
