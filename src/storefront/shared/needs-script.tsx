import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import { useSite } from '#data/settings/use-site.ts';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';
import { buttonClass } from '#ui/button.tsx';

export interface NeedsScriptProps {
  /** The part of the page that does not work: 'My Order'. */
  what: string;
  /** Prefilled text of the WhatsApp message and the email to the studio. */
  about: string;
  /** Search part of the address of the enquiry form for the page's item; absent on other pages. */
  enquire?: string;
}

// why: the content is only for browsers without JavaScript, so the client bundle omits it.
const content = createIsomorphicFn()
  .server((props: NeedsScriptProps) => <Content {...props} />)
  .client((): ReactNode => null);

/** For browsers without JavaScript: says what needs it, and how else to contact the studio. */
export function NeedsScript(props: NeedsScriptProps) {
  return <noscript>{content(props)}</noscript>;
}

function Content({ what, about, enquire }: NeedsScriptProps) {
  const site = useSite();
  return (
    <div className="mt-5 max-w-prose rounded-lg border border-rule bg-surface p-4 sm:p-6">
      <p className="font-medium">{what} needs JavaScript, which is switched off in this browser.</p>
      {enquire !== undefined && (
        <a href={`/enquire?${enquire}`} className={`${buttonClass()} my-4`}>
          Send an enquiry for this item
        </a>
      )}
      <p className="mt-2 text-ink-quiet">
        Ask us directly, with the names of the things you like and your dates:
      </p>
      <ul className="mt-3">
        <li>
          <a className="arrow-link" href="/contact">
            Use the contact form
          </a>
        </li>
        <li>
          <a className="arrow-link" href={`tel:${site.studio.phone}`}>
            Call {formatMobile(site.studio.phone)}
          </a>
        </li>
        <li>
          <a
            className="arrow-link"
            href={`mailto:${site.studio.email}?body=${encodeURIComponent(about)}`}
          >
            Write to {site.studio.email}
          </a>
        </li>
        <li>
          <a className="arrow-link" href={whatsAppLink(site.studio.whatsapp, about)}>
            Message us on WhatsApp
          </a>
        </li>
      </ul>
    </div>
  );
}
