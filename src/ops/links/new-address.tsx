import { Copy, Mail, MessageCircle, Share2 } from 'lucide-react';
import { useRef } from 'react';
import { whatsAppLink } from '#domain/phone.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import type { MadeAddress } from './use-make-link.ts';

const WAY = `${buttonClass({ variant: 'secondary', size: 'sm' })} no-underline`;

/** The address of a link that was just made, to copy or to send. */
export function NewAddress({ title, path }: MadeAddress) {
  const field = useRef<HTMLInputElement>(null);
  const address = window.location.origin + path;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address);
      notify.success('Address copied');
    } catch {
      // why: pages without TLS have no clipboard.
      field.current?.select();
      notify.info('Press Ctrl C to copy the address');
    }
  };
  // why caught: closing the browser's panel is no failure.
  const share = () => void navigator.share({ title, url: address }).catch(() => {});
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(address)}`;
  return (
    <section aria-label="New address" className="mt-6 rounded-md bg-teal-pale p-4 text-sm">
      <h2 className="font-medium">{title}</h2>
      <input
        ref={field}
        readOnly
        aria-label="Address"
        value={address}
        onFocus={(event) => event.currentTarget.select()}
        className="mt-2 h-11 w-full rounded-sm border border-rule-strong bg-surface px-3 sm:h-9"
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          Copy
        </Button>
        <a
          href={whatsAppLink('', `${title} ${address}`)}
          target="_blank"
          rel="noreferrer"
          className={WAY}
        >
          <MessageCircle aria-hidden size={16} />
          WhatsApp
        </a>
        <a href={mail} className={WAY}>
          <Mail aria-hidden size={16} />
          E-mail
        </a>
        {'share' in navigator && (
          <Button variant="secondary" size="sm" onClick={share}>
            <Share2 aria-hidden size={16} />
            Share
          </Button>
        )}
      </div>
    </section>
  );
}
