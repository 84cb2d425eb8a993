import { Link } from '@tanstack/react-router';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/count.ts';
import { PagePicture } from '#storefront/shared/page-picture.tsx';

/** Id of the section; the hero's first button links to it. */
export const CATALOGUES_ID = 'catalogues';

interface Tile {
  picture: string;
  title: string;
  text: string;
  to: string;
  /** The kind whose item count the tile shows; free items are of several kinds and show none. */
  kind?: ItemKind;
}

const LARGE: readonly Tile[] = [
  {
    picture: 'props',
    title: 'Props',
    text: 'Furniture, lamps, brass, books and the odd scooter.',
    to: '/rent-props',
    kind: 'prop',
  },
  {
    picture: 'sets',
    title: 'Sets and packages',
    text: 'Rooms that stand all year, and days with everything in.',
    to: '/rent-sets-packages',
    kind: 'set',
  },
];

const SMALL: readonly Tile[] = [
  {
    picture: 'clothes',
    title: 'Clothes',
    text: 'From lehengas to lab coats.',
    to: '/rent-clothes',
    kind: 'cloth',
  },
  {
    picture: 'backdrops',
    title: 'Backdrops',
    text: 'Paper, muslin, brick, velvet.',
    to: '/rent-backdrops',
    kind: 'backdrop',
  },
  {
    picture: 'gear',
    title: 'Gear',
    text: 'Light, camera, grip, sound.',
    to: '/rent-gear',
    kind: 'gear',
  },
  {
    picture: 'crew',
    title: 'Crew',
    text: 'Hands that know the work.',
    to: '/crew-rental',
    kind: 'crew',
  },
  { picture: 'free', title: 'Free items', text: 'Yours with any booking.', to: '/free-props' },
];

/** All seven catalogues as tiles, two of them large. */
export function CatalogueTiles({ counts }: { counts: Partial<Record<ItemKind, number>> }) {
  return (
    <section
      id={CATALOGUES_ID}
      aria-labelledby="catalogues-title"
      className="page scroll-mt-16 pt-16 lg:pt-28"
    >
      <h2 id="catalogues-title" className="font-display text-3xl">
        What does your picture need?
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-x-3 gap-y-7 sm:gap-x-5 md:grid-cols-10 lg:mt-8 lg:gap-y-10">
        {LARGE.map((tile) => (
          <li key={tile.to} className="col-span-2 md:col-span-5">
            <CatalogueTile tile={tile} count={tile.kind && counts[tile.kind]} large />
          </li>
        ))}
        {SMALL.map((tile) => (
          <li key={tile.to} className="last:col-span-2 md:col-span-2">
            <CatalogueTile tile={tile} count={tile.kind && counts[tile.kind]} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  tile: Tile;
  count: number | undefined;
  large?: boolean;
}

function CatalogueTile({ tile, count, large = false }: TileProps) {
  return (
    <Link to={tile.to} className="group block rounded-lg">
      <span className="block overflow-hidden rounded-lg bg-paper-deep">
        <PagePicture
          name={tile.picture}
          alt=""
          width={960}
          height={720}
          sizes={large ? '(min-width: 768px) 46vw, 92vw' : '(min-width: 768px) 18vw, 46vw'}
          className={classNames(
            'w-full object-cover transition-transform duration-200 ease-calm group-hover:scale-103',
            large ? 'aspect-4/3 md:aspect-16/10' : 'aspect-4/3 group-last/tile:aspect-16/10',
          )}
        />
      </span>
      <span className="mt-3 flex items-baseline justify-between gap-2">
        <span
          className={classNames(
            'font-display',
            large ? 'text-2xl' : 'text-xl md:text-lg lg:text-xl',
          )}
        >
          {tile.title}
        </span>
        {count !== undefined && (
          <span className="text-sm text-ink-quiet tabular-nums">{formatCount(count)}</span>
        )}
      </span>
      <span className="mt-0.5 block text-sm text-pretty text-ink-quiet">{tile.text}</span>
    </Link>
  );
}
