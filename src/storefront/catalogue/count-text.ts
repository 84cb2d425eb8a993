import { PLAIN_LISTING, type Listing } from '#domain/catalogue/kinds/kind.ts';
import { counted, formatCount } from '#ui/count.ts';

type Words = Pick<Listing['footer'], 'one' | 'many'>;

/** `1 item`, `2,113 items`; in the crew's listing `34 crew members`. */
export function itemCountText(count: number, words: Words = PLAIN_LISTING.footer): string {
  return counted(count, words.one, words.many);
}

/**
 * The line under a catalogue: 'Showing 48 of 2,113 items' while there are more, else 'Showing N items';
 * for filtered crew 'Showing N crew members matching your filters' (docs/product/storefront.md).
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
