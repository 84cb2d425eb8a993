import { Link } from '@tanstack/react-router';
import { Minus, Trash2 } from 'lucide-react';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { MAX_QUANTITY } from '#domain/cart/cart-line.ts';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';
import { removeFromCart, setQuantity } from './cart-edits.ts';
import { currentCart } from './cart-store.ts';

export interface InOrderProps {
  item: Pick<CatalogueItem, 'kind' | 'id' | 'name'>;
  /** Its pieces in the order, at least 1. */
  pieces: number;
  isCard: boolean;
}

/** '✓ 2 in your order' with a stepper, on an item's card and on its page. */
export default function InOrder({ item, pieces, isCard }: InOrderProps) {
  const place = useRef<HTMLDivElement>(null);
  const [set, setSet] = useState(0);
  const change = (wanted: number) => {
    const position = currentCart().lines.findIndex(
      ({ id, type }) => id === item.id && type === item.kind,
    );
    if (wanted > 0) {
      setSet(wanted);
      setQuantity(position, wanted);
    } else {
      if (place.current) focusAdd(place.current);
      removeFromCart(position);
    }
  };
  const View = isCard ? CardInOrder : ItemInOrder;
  return (
    <View ref={place} name={item.name} pieces={pieces} onChange={change}>
      {/* why only what was set here: a piece that is added, and a removed line, have a notice. */}
      <span role="status" className="sr-only">
        {set === pieces && `${pieces} in your order`}
      </span>
    </View>
  );
}

/** Focuses the button that adds the item again. why: the button that had the focus disappears with the line. */
function focusAdd(place: Element): void {
  const adds =
    place.closest('.card-tools')?.querySelectorAll<HTMLElement>('.card-add') ??
    document.querySelectorAll<HTMLElement>('[data-adds]:not(.card-add)');
  [...adds].find((add) => add.offsetParent)?.focus({ preventScroll: true });
}

interface ViewProps {
  name: string;
  pieces: number;
  onChange: (pieces: number) => void;
  ref: Ref<HTMLDivElement>;
  children: ReactNode;
}

/** The pieces on a card, with one less; the card's plus adds one more. */
function CardInOrder({ name, pieces, onChange, ref, children }: ViewProps) {
  const Icon = pieces === 1 ? Trash2 : Minus;
  return (
    // why a border: the pill has no background of its own in forced colours.
    <div
      ref={ref}
      className="pointer-events-auto absolute right-15.5 bottom-2.5 z-10 flex h-11 items-center rounded-full border border-transparent bg-surface pr-3.5 text-sm font-medium text-teal-deep shadow-sm print:hidden"
    >
      <button
        type="button"
        aria-label={pieces === 1 ? `Remove ${name} from order` : `Decrease quantity of ${name}`}
        data-tooltip={pieces === 1 ? 'Remove' : 'One less'}
        className="grid size-11 place-items-center rounded-full text-ink hover:bg-paper-deep"
        onClick={() => onChange(pieces - 1)}
      >
        <Icon aria-hidden className="size-4" />
      </button>
      <span className="card-in-order whitespace-nowrap tabular-nums">
        <span aria-hidden>✓ </span>
        {pieces}
        <span className="card-in-order-words"> in your order</span>
      </span>
      {children}
    </div>
  );
}

/** The pieces on an item's page, as a link to the order, with a stepper. */
function ItemInOrder({ name, pieces, onChange, ref, children }: ViewProps) {
  return (
    <div ref={ref} className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
      <Link
        to="/my-order"
        className="inline-flex min-h-11 items-center gap-1 text-sm font-medium text-teal-deep tabular-nums underline-offset-4 hover:underline"
      >
        <span aria-hidden>✓</span>
        {pieces} in your order
      </Link>
      <span className="flex items-center">
        <QuantityStepper
          read={readQuantity}
          label={name}
          value={pieces}
          min={0}
          max={MAX_QUANTITY}
          removeLabel={`Remove ${name} from order`}
          onChange={onChange}
        />
      </span>
      {children}
    </div>
  );
}
