import { useState, type ReactNode } from 'react';
import type { CatalogueItem } from '#domain/catalogue/catalogue-results.ts';
import { freeText, periodText, similarText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import { useSimilarFree } from '#storefront/cart/use-similar-free.ts';
import { Sheet } from '#ui/sheet.tsx';
import { CatalogueCard } from './catalogue-card.tsx';

/** `<img sizes>` of a card in the sheet. */
const SIZES = '(min-width: 640px) 212px, 44vw';

export interface SimilarFreeProps {
  item: CatalogueItem;
  dates: RentalDates;
  /** Shown until the number is known. */
  space: ReactNode;
}

/** '4 similar, free then' on a booked item; opens them in a sheet. */
export function SimilarFree({ item, dates, space }: SimilarFreeProps) {
  const [isOpen, setOpen] = useState(false);
  // why what was offered: an item that is added from the sheet stays there.
  const [shown, setShown] = useState<readonly CatalogueItem[]>([]);
  const wanted = { type: item.kind, id: item.id, quantity: 1 };
  const { items, isPending } = useSimilarFree(wanted, dates);
  if (isPending) return space;
  if (items.length === 0 && !isOpen) return <span>Nothing similar then</span>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => {
          setShown(items);
          setOpen(true);
        }}
        className="relative z-10 noscript:hidden underline underline-offset-4 hover:text-teal"
      >
        {similarText(items.length)}
        <span className="sr-only">, like {item.name}</span>
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`Free ${periodText(dates)}`}>
        <p className="mb-4 text-sm text-ink-quiet">Similar to {item.name}</p>
        <ul className="grid grid-cols-2 gap-x-5 gap-y-9">
          {shown.map((one) => (
            <li key={one.id}>
              <CatalogueCard
                item={one}
                sizes={SIZES}
                note={
                  <p className="mt-0.5 text-xs text-teal-deep">
                    {freeText({ free: one.free ?? null, of: one.of ?? null }, dates)}
                  </p>
                }
              />
            </li>
          ))}
        </ul>
      </Sheet>
    </>
  );
}
