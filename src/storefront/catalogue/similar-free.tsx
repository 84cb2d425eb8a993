import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { similarFreeQuery } from '#data/availability.ts';
import { freeText, periodText, similarText } from '#domain/availability/availability-text.ts';
import type { RentalDates } from '#domain/availability/rental-search.ts';
import type { CatalogueItem } from '#domain/catalogue/item.ts';
import { Sheet } from '#ui/sheet.tsx';
import { CatalogueCard } from './catalogue-card.tsx';

/** `<img sizes>` of a card in the sheet. */
const SIZES = '(min-width: 640px) 212px, 44vw';

/** Props of {@link SimilarFree}. */
export interface SimilarFreeProps {
  item: CatalogueItem;
  dates: RentalDates;
  /** Shown until the number is known. */
  space: ReactNode;
}

/** '4 similar, free then' on a booked item; opens them in a sheet. */
export function SimilarFree({ item, dates, space }: SimilarFreeProps) {
  const { api } = useRouter().options.context;
  const [isOpen, setOpen] = useState(false);
  const wanted = { type: item.kind, id: item.id, quantity: 1 };
  const { data: items } = useQuery(similarFreeQuery(api, wanted, dates));
  if (!items) return space;
  if (items.length === 0) return <span>Nothing similar then</span>;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="relative z-10 noscript:hidden underline underline-offset-4 hover:text-teal"
      >
        {similarText(items.length)}
        <span className="sr-only">, like {item.name}</span>
      </button>
      <Sheet open={isOpen} onClose={() => setOpen(false)} title={`Free ${periodText(dates)}`}>
        <p className="mb-4 text-sm text-ink-quiet">Similar to {item.name}</p>
        <ul className="grid grid-cols-2 gap-x-5 gap-y-9">
          {items.map((one) => (
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
