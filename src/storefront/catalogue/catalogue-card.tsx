import { Link } from '@tanstack/react-router';
import { ImageOff } from 'lucide-react';
import { memo, useState, type PointerEvent, type ReactNode } from 'react';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { hideGeneric } from '#domain/catalogue/kinds/kind.ts';
import { formatPrice } from '#domain/money.ts';
import { Badge } from '#ui/badge.tsx';
import { Price } from '#ui/price.tsx';
import { useAddToOrder } from '#storefront/cart/use-add-to-order.ts';
import { OrderSlot } from '#storefront/cart/order-slot.tsx';
import { Picture, type PictureProps } from '#storefront/shared/picture.tsx';

const WIDTHS = [320, 480, 640, 800] as const;
const SIZES =
  '(min-width: 1440px) 272px, (min-width: 1280px) 22vw, (min-width: 1024px) 26vw, (min-width: 640px) 46vw, 92vw';

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
    <article className="card" onPointerEnter={onPointerEnter}>
      <div className="card-picture">
        {front ? (
          <CardPicture url={front} sizes={sizes} first={first} fallback={<NoPicture />} />
        ) : (
          <NoPicture />
        )}
        {hovered && back && (
          <div className="card-back">
            <CardPicture url={back} sizes={sizes} fallback={null} />
          </div>
        )}
        <div className="card-badges">
          {item.in_studio && <Badge onPicture>In-Studio Only</Badge>}
          {label && <Badge onPicture>{label}</Badge>}
        </div>
      </div>
      <div className="card-line">
        <h3 className="card-name">
          {to ? <Link to={to}>{item.name}</Link> : <span>{item.name}</span>}
        </h3>
        <Price amount={formatPrice(item.price)} unit="/day" className="card-price" />
      </div>
      {category && category !== label && <p className="card-kind">{category}</p>}
      {note}
      <div className="card-tools">
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
    />
  );
}

function AddButton({ item }: { item: CatalogueItem }) {
  const addToOrder = useAddToOrder();
  return (
    <>
      <OrderSlot item={item} />
      <button
        type="button"
        aria-label={`Add ${item.name} to order`}
        data-tooltip="Add to Order"
        data-adds
        onClick={() => addToOrder(item)}
        className="card-add"
      />
    </>
  );
}
