import { PLAIN_LISTING, type Listing } from '#domain/catalogue/kinds/kind.ts';
import { counted, formatCount } from '#ui/count.ts';

type Words = Pick<Listing['footer'], 'one' | 'many'>;

/** `1 item`, `2,113 items`; `34 crew members` where the listing counts so. */
export function itemCountText(count: number, words: Words = PLAIN_LISTING.footer): string {
  return counted(count, words.one, words.many);
}

/**
 * The line under a catalogue: 'Showing 48 of 2,113 items' while there is more, 'Showing N items'
 * when all are there (design §5); for crew 'Showing N crew members matching your filters' when
 * filtered (spec, public side §2).
 */
export function showingText(
  { footer }: Pick<Listing, 'footer'>,
  { shown, total, narrowed }: { shown: number; total: number; narrowed: boolean },
): string {
  const count =
    shown < total
      ? `${formatCount(shown)} of ${itemCountText(total, footer)}`
      : itemCountText(shown, footer);
  return `Showing ${count} ${narrowed ? footer.narrowed : ''}`.trim();
}
