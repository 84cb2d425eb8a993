import type { LinkedEnquiry } from '#data/crm/linked-enquiry-answers.ts';
import { pictureSources } from '#data/catalogue/images.ts';
import { formatPrice } from '#domain/money.ts';

/** Widths of an item's picture; those of the cart, so that they are rendered already. */
const WIDTHS = [160, 320];

/** Pictures that are in view without scrolling. */
const FIRST_PICTURES = 4;

interface EnquiryItemsProps {
  items: LinkedEnquiry['items'];
  backendOrigin: string;
}

/** The items of an enquiry with their pictures, pieces and prices. */
export function EnquiryItems({ items, backendOrigin }: EnquiryItemsProps) {
  return (
    <ul className="border-t border-rule">
      {items.map(({ name, image, quantity, price, per_day }, at) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- why: the list never changes, and names repeat.
          key={at}
          className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-x-4 border-b border-rule py-3 sm:grid-cols-[4.5rem_minmax(0,1fr)_auto] print:grid-cols-[minmax(0,1fr)_auto] print:py-2"
        >
          <div className="row-span-2 aspect-4/3 overflow-hidden rounded-field bg-paper-deep sm:row-span-1 print:hidden">
            {image && (
              <img
                {...pictureSources(image, { origin: backendOrigin, widths: WIDTHS })}
                alt=""
                width={72}
                height={54}
                sizes="4.5rem"
                loading={at < FIRST_PICTURES ? 'eager' : 'lazy'}
                fetchPriority="low"
                decoding="async"
                className="size-full object-cover"
              />
            )}
          </div>
          <span className="min-w-0 break-words">{name}</span>
          <span className="text-sm whitespace-nowrap tabular-nums sm:text-right">
            {quantity} × {formatPrice(price)}
            <span className="text-ink-quiet">{per_day ? '/day' : ' once'}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}
