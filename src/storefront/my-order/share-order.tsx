import { MessageCircle } from 'lucide-react';
import { useSite } from '#data/settings/use-site.ts';
import type { CartLine } from '#domain/cart/cart-line.ts';
import { listHash } from '#domain/cart/list-hash.ts';
import { whatsAppLink } from '#domain/phone.ts';
import { ShareButton } from '#storefront/shared/share-button.tsx';
import { buttonClass } from '#ui/button.tsx';

/** Sends the list to somebody, by link or WhatsApp; they open a copy of it (docs/product/cart-and-totals.md). */
export function ShareOrder({ lines, count }: { lines: readonly CartLine[]; count: number }) {
  const site = useSite();
  const path = `/my-order${listHash(lines)}`;
  const text = `My list at ${site.studio.name}, ${count} ${count === 1 ? 'piece' : 'pieces'}:`;
  return (
    <>
      <ShareButton name={text} path={path} label="Share list" copyLabel="Copy link to list" />
      <a
        href={whatsAppLink('', `${text}\n${window.location.origin}${path}`)}
        target="_blank"
        rel="noreferrer"
        className={`${buttonClass({ variant: 'quiet' })} px-2 text-ink-quiet hover:text-ink sm:px-3`}
      >
        <MessageCircle aria-hidden size={17} />
        WhatsApp
      </a>
    </>
  );
}
