import { similarText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { itemPath } from '#domain/catalogue/item-path.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { formatPrice } from '#domain/money.ts';
import { useSimilarFree } from '#storefront/cart/use-similar-free.ts';
import { Picture } from '#storefront/shared/picture.tsx';
import { Price } from '#ui/price.tsx';

export interface SimilarItemsProps {
  line: CartLine;
  dates: RentalDates;
}

/** Items like a short line's that are free on the visitor's dates, as links to their pages. */
export function SimilarItems({ line, dates }: SimilarItemsProps) {
  const { items, isPending } = useSimilarFree(line, dates);
  const query = `?from=${dates.from}&to=${dates.to}`;
  return (
    <div role="status" className="mt-2">
      <p className="text-ink-quiet">
        {isPending
          ? 'Looking for similar items…'
          : items.length > 0
            ? similarText(items.length)
            : 'Nothing similar is free then.'}
      </p>
      {items.length > 0 && (
        <ul className="mt-1 grid gap-x-4 sm:grid-cols-2">
          {items.map((item) => (
            <li key={item.id}>
              <a
                href={`${itemPath(item.kind, item) ?? ''}${query}`}
                className="flex min-h-11 items-center gap-3 py-1 hover:underline"
              >
                <span className="aspect-4/3 w-11 shrink-0 overflow-hidden rounded-sm bg-paper-deep">
                  {item.images[0] && (
                    <Picture
                      url={item.images[0]}
                      alt=""
                      width={112}
                      height={84}
                      widths={[160]}
                      sizes="3.5rem"
                      className="size-full object-cover"
                      fallback={null}
                    />
                  )}
                </span>
                <span className="min-w-0">
                  <span className="block wrap-anywhere text-ink">{item.name}</span>
                  <Price amount={formatPrice(item.price)} unit="/day" className="text-ink-quiet" />
                </span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {!isPending && (
        <a
          href={`${CATALOGUES[line.type].listPath}${query}&free=1`}
          className="inline-flex min-h-11 items-center text-teal underline underline-offset-4 hover:text-teal-deep"
        >
          Everything that is free then
        </a>
      )}
    </div>
  );
}
