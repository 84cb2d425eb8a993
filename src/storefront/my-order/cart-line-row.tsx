import { ImageOff, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CatalogueListItem } from '#data/catalogue-items.ts';
import { MAX_QUANTITY, TYPE_LABELS, type CartLine } from '#domain/cart/cart-line.ts';
import type { LineNote } from '#domain/cart/cart-review.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { lineTotal } from '#domain/cart/totals.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { Picture } from '#storefront/shared/picture.tsx';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';

/** Props of {@link CartLineRow}. */
export interface CartLineRowProps {
  line: CartLine;
  note: LineNote | undefined;
  /** The catalogue's current item; undefined while loading and for an item that is gone. */
  item: CatalogueListItem | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  onNoteRead: () => void;
  /** What is free of the item on the visitor's dates; undefined without dates. */
  availability?: ReactNode;
}

/** One line of the order (docs/product/cart-and-totals.md). */
export function CartLineRow({
  line,
  note,
  item,
  onQuantity,
  onRemove,
  onNoteRead,
  availability,
}: CartLineRowProps) {
  const gone = note?.kind === 'unavailable';
  const added = formatMoment(line.addedAt);
  return (
    <li
      data-note={note?.kind}
      className="grid grid-cols-[5rem_minmax(0,1fr)_auto] gap-x-4 gap-y-3 py-5 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto] sm:gap-x-5 print:grid-cols-[minmax(0,1fr)_auto] print:gap-y-0 print:break-inside-avoid print:py-3"
    >
      <div
        className={`aspect-4/3 overflow-hidden rounded-field bg-paper-deep sm:row-span-2 print:hidden ${gone ? 'opacity-50 grayscale' : ''}`}
      >
        {item?.image ? (
          <Picture
            url={item.image}
            alt=""
            width={240}
            height={180}
            widths={[160, 320]}
            sizes="(min-width: 40rem) 7.5rem, 5rem"
            className="size-full object-cover"
          />
        ) : (
          item && <NoPicture />
        )}
      </div>
      <div className="min-w-0">
        <h3 className="font-medium break-words">
          <LineName line={line} item={gone ? undefined : item} />
        </h3>
        <p className="mt-0.5 text-sm text-ink-quiet">
          {TYPE_LABELS[line.type]} · <Price amount={formatPrice(line.price)} unit="/day" />
          <span className="hidden text-ink tabular-nums print:inline"> × {line.quantity}</span>
        </p>
        {added && (
          <p className="mt-0.5 text-xs text-ink-quiet">
            Added <time dateTime={line.addedAt}>{added}</time>
          </p>
        )}
        <NoteText note={note} name={line.name} onRead={onNoteRead} />
      </div>
      <Button
        variant="quiet"
        iconOnly
        aria-label={`Remove ${line.name}`}
        data-tooltip="Remove"
        className="-mt-2 -mr-2 text-ink-quiet hover:text-red print:hidden"
        onClick={onRemove}
      >
        <Trash2 aria-hidden className="size-5" />
      </Button>
      <div className="col-span-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 sm:col-span-2 sm:col-start-2 print:col-span-1 print:col-start-2 print:self-start">
        <div className="print:hidden">
          <QuantityStepper
            label={line.name}
            value={line.quantity}
            min={1}
            max={MAX_QUANTITY}
            disabled={gone}
            onChange={onQuantity}
          />
        </div>
        <p className={`ml-auto text-right ${gone ? 'text-ink-quiet line-through' : ''}`}>
          <Price amount={formatTotal(lineTotal(line))} unit="/day" className="font-medium" />
        </p>
        {availability}
      </div>
    </li>
  );
}

/** The item's name, as a link to its page where there is one. */
function LineName({ line, item }: Pick<CartLineRowProps, 'line' | 'item'>) {
  const path = item && itemPath(item.type, item);
  return path ? (
    <a href={path} className="underline-offset-4 hover:underline">
      {line.name}
    </a>
  ) : (
    line.name
  );
}

function NoPicture() {
  return (
    <span className="grid size-full place-items-center text-ink-quiet">
      <ImageOff aria-hidden size={20} strokeWidth={1.5} />
    </span>
  );
}

interface NoteTextProps {
  note: LineNote | undefined;
  /** The item's name. */
  name: string;
  onRead: () => void;
}

function NoteText({ note, name, onRead }: NoteTextProps) {
  if (!note) return null;
  if (note.kind === 'unavailable') {
    return (
      <p className="mt-2 w-fit rounded-sm bg-red-pale px-2 py-1 text-sm text-red">
        No longer available. Please remove it before you send your enquiry.
      </p>
    );
  }
  const dismiss = (button: HTMLElement) => {
    // why: the button disappears with its note; without this the focus would be lost.
    button.closest('li')?.querySelector<HTMLElement>('h3 a, button')?.focus();
    onRead();
  };
  return (
    <div className="mt-2 flex w-fit items-center rounded-sm bg-amber-pale pl-2 text-sm text-ink">
      <p className="py-1">
        Price updated: <s className="text-ink-quiet">{formatPrice(note.from)}</s>{' '}
        <span aria-hidden>→</span>
        <span className="sr-only">is now</span> <strong>{formatPrice(note.to)}</strong>/day
      </p>
      <button
        type="button"
        aria-label={`Dismiss the new price of ${name}`}
        className="relative ml-1 grid size-8 shrink-0 place-items-center rounded-sm text-ink-quiet after:absolute after:-inset-1.5 hover:text-ink print:hidden"
        onClick={(event) => dismiss(event.currentTarget)}
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  );
}
