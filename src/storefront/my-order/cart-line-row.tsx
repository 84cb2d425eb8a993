import { ImageOff, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CatalogueListItem } from '#data/catalogue/catalogue-answers.ts';
import { lineKey, MAX_QUANTITY, type CartLine } from '#domain/cart/cart-line.ts';
import { TYPE_LABELS } from '#domain/cart/type-labels.ts';
import type { LineNote } from '#domain/cart/cart-review.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { lineTotal } from '#domain/cart/totals.ts';
import { formatMoment } from '#domain/dates.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { readQuantity } from '#domain/plain-number.ts';
import { Picture } from '#storefront/shared/picture.tsx';
import { Button } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { QuantityStepper } from '#ui/quantity-stepper.tsx';

export interface CartLineRowProps {
  line: CartLine;
  note: LineNote | undefined;
  /** The catalogue's current item; undefined while loading and for an item that is gone. */
  item: CatalogueListItem | undefined;
  onQuantity: (quantity: number) => void;
  onRemove: () => void;
  onNoteRead: () => void;
  /** Under the name: what is free of the item on the visitor's dates. */
  status?: ReactNode;
  /** Under the line: ways out where too few are free. */
  remedies?: ReactNode;
}

/** One line of the order (docs/product/cart-and-totals.md). */
export function CartLineRow({
  line,
  note,
  item,
  onQuantity,
  onRemove,
  onNoteRead,
  status,
  remedies,
}: CartLineRowProps) {
  const gone = note?.kind === 'unavailable';
  const added = formatMoment(line.addedAt);
  return (
    <li
      data-note={note?.kind}
      data-line={lineKey(line)}
      className="grid grid-cols-[2.25rem_minmax(0,1fr)_auto] items-center gap-x-2 py-0.5 @lg:py-1.5 @lg:grid-cols-[3.5rem_minmax(0,1fr)_auto_8rem_2.25rem] @lg:gap-x-4 print:flex print:justify-between print:break-inside-avoid print:py-2"
    >
      <div
        className={`aspect-4/3 overflow-hidden rounded-sm bg-paper-deep print:hidden ${gone ? 'opacity-50 grayscale' : ''}`}
      >
        {item?.image ? (
          <Picture
            url={item.image}
            alt=""
            width={112}
            height={84}
            widths={[160]}
            sizes="3.5rem"
            className="size-full object-cover"
          />
        ) : (
          item && <NoPicture />
        )}
      </div>
      <div className="min-w-0">
        <h3 className="text-[0.8125rem]/4 font-medium wrap-anywhere @lg:text-sm/5">
          <LineName line={line} item={gone ? undefined : item} />
        </h3>
        <p className="text-xs/[0.9375rem] text-ink-quiet @lg:text-xs">
          <span data-tooltip={added && `Added ${added}`}>{TYPE_LABELS[line.type]}</span> ·{' '}
          <Price amount={formatPrice(line.price)} unit="/day" />
          <span className="hidden text-ink tabular-nums print:inline"> × {line.quantity}</span>
          {status}
        </p>
        {added && (
          <p className="sr-only text-xs text-ink-quiet print:not-sr-only">
            Added <time dateTime={line.addedAt}>{added}</time>
          </p>
        )}
      </div>
      <div className="grid grid-cols-[auto_2rem] items-center justify-items-end @lg:contents">
        <div className="w-min print:hidden">
          <QuantityStepper
            read={readQuantity}
            label={line.name}
            value={line.quantity}
            min={1}
            max={MAX_QUANTITY}
            disabled={gone}
            compact
            onChange={onQuantity}
          />
        </div>
        <Button
          variant="quiet"
          iconOnly
          aria-label={`Remove ${line.name}`}
          data-tooltip="Remove"
          className="relative size-8 text-ink-quiet after:absolute after:-inset-1 hover:text-red @lg:col-start-5 @lg:row-start-1 print:hidden"
          onClick={onRemove}
        >
          <Trash2 aria-hidden className="size-[1.125rem]" />
        </Button>
        <p
          className={`col-span-2 text-right text-[0.8125rem]/[1.0625rem] @lg:text-sm @lg:col-span-1 @lg:col-start-4 @lg:row-start-1 @lg:w-full ${gone ? 'text-ink-quiet line-through' : ''}`}
        >
          <Price amount={formatTotal(lineTotal(line))} unit="/day" className="font-medium" />
        </p>
      </div>
      {note && (
        <div className="col-span-full @lg:col-start-2">
          <NoteText note={note} name={line.name} onRead={onNoteRead} />
        </div>
      )}
      {remedies}
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
      <p className="mt-1 w-fit rounded-sm bg-red-pale px-2 py-1 text-sm text-red">
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
    <div className="mt-1 flex w-fit items-center rounded-sm bg-amber-pale pl-2 text-sm text-ink">
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
