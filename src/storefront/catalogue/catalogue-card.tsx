import { Link } from '@tanstack/react-router';
import { ImageOff, Plus } from 'lucide-react';
import { memo, useState, type PointerEvent, type ReactNode } from 'react';
import type { CatalogueItem } from '#domain/catalogue/item.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { hideGeneric } from '#domain/catalogue/kinds/kind.ts';
import { formatPrice } from '#domain/money.ts';
import { Badge } from '#ui/badge.tsx';
import { Price } from '#ui/price.tsx';
import { useAddToOrder } from '#storefront/cart/use-add-to-order.ts';
import { Picture, type PictureProps } from '#storefront/shared/picture.tsx';

const WIDTHS = [320, 480, 640, 800] as const;
const SIZES =
  '(min-width: 1440px) 272px, (min-width: 1280px) 22vw, (min-width: 1024px) 26vw, (min-width: 640px) 46vw, 92vw';

/** Props of {@link CatalogueCard}. */
export interface CatalogueCardProps {
  item: CatalogueItem;
  /** The path of the item's page; null where its kind has none. */
  to?: string | null | undefined;
  /** In the first row: its picture loads eagerly. */
  first?: boolean | undefined;
  /** Under the name: whether the item is free on the visitor's dates. */
  note?: ReactNode;
  /** `<img sizes>` outside a catalogue's grid. */
  sizes?: string | undefined;
}

/** One item of a catalogue: the card is a link to its page, '+' adds it to the order. */
export const CatalogueCard = memo(function CatalogueCard({
  item,
  to = itemPath(item.kind, item),
  first,
  note,
  sizes = SIZES,
}: CatalogueCardProps) {
  const [hovered, setHovered] = useState(false);
  const label = hideGeneric(item.label);
  const category = hideGeneric(item.category);
  const [front, back] = item.images;
  const onPointerEnter = (event: PointerEvent) => {
    if (event.pointerType === 'mouse') setHovered(true);
  };
  return (
    <article className="group relative" onPointerEnter={onPointerEnter}>
      <div className="relative aspect-4/3 overflow-hidden rounded-md bg-paper-deep">
        {front ? (
          <CardPicture url={front} sizes={sizes} first={first} fallback={<NoPicture />} />
        ) : (
          <NoPicture />
        )}
        {hovered && back && (
          <div className="absolute inset-0 opacity-0 transition-opacity duration-200 ease-calm group-hover:opacity-100">
            <CardPicture url={back} sizes={sizes} fallback={null} />
          </div>
        )}
        <div className="absolute top-2.5 left-2.5 flex max-w-[85%] flex-wrap gap-1.5">
          {item.in_studio && <Badge onPicture>In-Studio Only</Badge>}
          {label && <Badge onPicture>{label}</Badge>}
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3
          className="min-w-[55%] flex-1 leading-snug font-medium sm:text-sm sm:leading-snug"
          title={item.name}
        >
          {to ? (
            <Link
              to={to}
              className="line-clamp-2 wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:outline-offset-4 focus-visible:after:outline-teal"
            >
              {item.name}
            </Link>
          ) : (
            <span className="line-clamp-2 wrap-anywhere">{item.name}</span>
          )}
        </h3>
        <Price amount={formatPrice(item.price)} unit="/day" className="font-medium sm:text-sm" />
      </div>
      {category && category !== label && (
        <p className="mt-0.5 truncate text-xs text-ink-quiet">{category}</p>
      )}
      {note}
      <div className="pointer-events-none absolute inset-x-0 top-0 aspect-4/3">
        <AddButton item={item} />
      </div>
    </article>
  );
});

function NoPicture() {
  return (
    <div className="grid size-full place-content-center justify-items-center gap-2 text-sm text-ink-quiet">
      <ImageOff aria-hidden size={24} strokeWidth={1.5} />
      No image available
    </div>
  );
}

function CardPicture(picture: Pick<PictureProps, 'url' | 'sizes' | 'first' | 'fallback'>) {
  return (
    <Picture
      {...picture}
      // why empty: the card's link already has the item's name.
      alt=""
      width={800}
      height={600}
      widths={WIDTHS}
      className="size-full object-cover"
    />
  );
}

function AddButton({ item }: { item: CatalogueItem }) {
  const addToOrder = useAddToOrder();
  return (
    <button
      type="button"
      aria-label={`Add ${item.name} to order`}
      data-tooltip="Add to Order"
      data-adds
      onClick={() => addToOrder(item)}
      className="pointer-events-auto noscript:hidden absolute right-2.5 bottom-2.5 z-10 grid size-11 place-items-center rounded-full bg-surface text-ink shadow-sm transition duration-150 ease-calm group-hover:opacity-100 hover:bg-teal hover:text-white focus-visible:opacity-100 [@media(hover:hover)]:opacity-0 [@media(hover:hover)]:group-hover:opacity-100 [@media(hover:hover)]:focus-visible:opacity-100"
    >
      <Plus aria-hidden size={20} />
    </button>
  );
}
