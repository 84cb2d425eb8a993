import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { CategoryTile } from '#data/catalogue.ts';
import type { Catalogue } from '#domain/catalogue/kinds.ts';
import { classNames } from '#ui/class-names.ts';
import { itemsWords } from '../../catalogue/count-words.ts';
import { Picture } from '../../shell/picture.tsx';

/** Tiles on the page; the rest are behind the link to all. */
const SHOWN = 9;

/** Props of {@link Categories}. */
export interface CategoriesProps {
  catalogue: Catalogue;
  categories: readonly CategoryTile[];
}

/** The largest categories as tiles, one of them twice as large. */
export function Categories({ catalogue, categories }: CategoriesProps) {
  const largest = categories
    .filter((category) => category.image)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, SHOWN);
  // why: the large place goes to the picture with most to look at, not to the longest shelf.
  const [lead] = largest.toSorted((one, other) => other.price - one.price);
  const tiles = lead ? [lead, ...largest.filter((category) => category !== lead)] : [];
  return (
    <section aria-labelledby="categories" className="page pt-16 lg:pt-24">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 lg:mb-8">
        <h2 id="categories" className="font-display text-3xl">
          Start with what you need
        </h2>
        <Link to={catalogue.listPath} className="arrow-link">
          All props
          <ArrowRight aria-hidden size={17} />
        </Link>
      </div>
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3 lg:grid-cols-4 lg:gap-5">
        {tiles.map((category, index) => (
          <li key={category.value} className={index === 0 ? 'col-span-2 md:row-span-2' : ''}>
            <Tile catalogue={catalogue} category={category} large={index === 0} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  catalogue: Catalogue;
  category: CategoryTile;
  large: boolean;
}

function Tile({ catalogue, category, large }: TileProps) {
  return (
    <Link
      to={catalogue.listPath}
      search={{ category: category.value }}
      className="group flex h-full flex-col overflow-hidden rounded-lg bg-surface"
    >
      <span className="relative block min-h-0 grow overflow-hidden bg-paper-deep">
        {category.image && (
          <Picture
            url={category.image}
            alt=""
            width={800}
            height={600}
            widths={large ? [480, 800, 1200] : [240, 400, 640]}
            sizes={
              large
                ? '(min-width: 1024px) 50vw, 100vw'
                : '(min-width: 1024px) 25vw, (min-width: 768px) 33vw, 50vw'
            }
            className="aspect-4/3 size-full object-cover transition-transform duration-200 ease-calm group-hover:scale-103"
          />
        )}
      </span>
      <span
        className={classNames(
          'flex justify-between px-3.5 py-3 sm:px-4',
          large ? 'items-baseline gap-3' : 'flex-col',
        )}
      >
        <span className={large ? 'font-display text-2xl' : 'font-medium'}>{category.label}</span>
        <span className="text-xs text-ink-quiet tabular-nums">{itemsWords(category.count)}</span>
      </span>
    </Link>
  );
}
