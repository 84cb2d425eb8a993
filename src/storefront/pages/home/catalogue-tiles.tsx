import { Link } from '@tanstack/react-router';
import type { ItemKind } from '#domain/catalogue/kinds/kind.ts';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/count.ts';
import { SitePicture } from '#storefront/texts/site-picture.tsx';
import type { HomeTexts } from '#domain/settings/texts/home-texts.ts';

/** Id of the section; the hero's first button links to it. */
export const CATALOGUES_ID = 'catalogues';

type Tile = HomeTexts['tiles'][number];

/** Address of each catalogue, and the kind whose item count its tile shows; free items are of several. */
const CATALOGUES: Readonly<Record<string, { to: string; kind?: ItemKind }>> = {
  props: { to: '/rent-props', kind: 'prop' },
  'sets and packages': { to: '/rent-sets-packages', kind: 'set' },
  clothes: { to: '/rent-clothes', kind: 'cloth' },
  backdrops: { to: '/rent-backdrops', kind: 'backdrop' },
  gear: { to: '/rent-gear', kind: 'gear' },
  crew: { to: '/crew-rental', kind: 'crew' },
  'free items': { to: '/free-props' },
};

/** Number of large tiles at the start. */
const LARGE = 2;

export interface CatalogueTilesProps {
  texts: HomeTexts;
  counts: Partial<Record<ItemKind, number>>;
}

/** The catalogues as tiles, two of them large. */
export function CatalogueTiles({ texts, counts }: CatalogueTilesProps) {
  const small = texts.tiles.length - LARGE;
  return (
    <section
      id={CATALOGUES_ID}
      aria-labelledby="catalogues-title"
      className="page scroll-mt-16 pt-16 lg:pt-28"
    >
      <h2 id="catalogues-title" className="font-display text-3xl">
        {texts.tiles_title}
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-x-3 gap-y-7 sm:gap-x-5 md:grid-cols-10 lg:mt-8 lg:gap-y-10">
        {texts.tiles.map((tile, at) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
            key={at}
            className={
              at < LARGE
                ? 'col-span-2 md:col-span-5'
                : // why: two fit in a row of a phone; a last one alone fills its row.
                  classNames(small % 2 === 1 && 'last:col-span-2', 'md:col-span-2')
            }
          >
            <CatalogueTile tile={tile} counts={counts} large={at < LARGE} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface TileProps {
  tile: Tile;
  counts: CatalogueTilesProps['counts'];
  large: boolean;
}

function CatalogueTile({ tile, counts, large }: TileProps) {
  const { to = '/', kind } = CATALOGUES[tile.catalogue] ?? {};
  const count = kind && counts[kind];
  return (
    <Link to={to} className="group block rounded-lg">
      <span className="block overflow-hidden rounded-lg bg-paper-deep">
        <SitePicture
          picture={tile.picture}
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
