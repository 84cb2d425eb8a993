import { Copy, Mail, MessageCircle, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { whatsAppLink } from '#domain/phone.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import type { MadeAddress } from './use-make-link.ts';

const WAY = `${buttonClass({ variant: 'secondary', size: 'sm' })} no-underline`;

export interface NewAddressProps extends MadeAddress {
  /** Explains the link, below its address. */
  note?: string;
  /** The e-mail address of the person it is for; null while somebody has to choose one. */
  email?: string | null;
  /** The mobile number of the person it is for; without one WhatsApp lets the user select. */
  mobile?: string;
  /** The text before the address in what is sent; the title by default. */
  message?: string;
  /** The whole text of a WhatsApp message with this address; message and address by default. */
  whatsApp?: (address: string) => string;
}

/** The address of a link that was just made, to copy or to send. */
export function NewAddress(props: NewAddressProps) {
  const { title, path, note, email = '', mobile = '', message = title } = props;
  const field = useRef<HTMLInputElement>(null);
  // why: the button may be far below, or gone.
  useEffect(() => field.current?.focus(), []);
  const address = new URL(path, window.location.origin).href;
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
  const share = () => void navigator.share({ title, text: message, url: address }).catch(() => {});
  const text = `${message} ${address}`;
  const mail = `mailto:${encodeURIComponent(email ?? '')}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`;
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
      {note && <p className="mt-2 text-pretty">{note}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy aria-hidden size={16} />
          Copy
        </Button>
        <a
          href={whatsAppLink(mobile, props.whatsApp?.(address) ?? text)}
          target="_blank"
          rel="noreferrer"
          className={WAY}
        >
          <MessageCircle aria-hidden size={16} />
          WhatsApp
        </a>
        {email !== null && (
          <a href={mail} className={WAY}>
            <Mail aria-hidden size={16} />
            E-mail
          </a>
        )}
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
