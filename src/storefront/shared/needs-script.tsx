import { createIsomorphicFn } from '@tanstack/react-start';
import type { ReactNode } from 'react';
import { studio } from '#config';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';

/** Props of {@link NeedsScript}. */
export interface NeedsScriptProps {
  /** The part of the page that does not work: 'My Order'. */
  what: string;
  /** What is written to the studio instead; stands in the WhatsApp message already. */
  about: string;
}

// why: a browser with JavaScript never shows the words, so they are left out of its scripts.
const words = createIsomorphicFn()
  .server((props: NeedsScriptProps) => <Words {...props} />)
  .client((): ReactNode => null);

/** Says without JavaScript that something needs it, and how else to reach the studio. */
export function NeedsScript(props: NeedsScriptProps) {
  return <noscript>{words(props)}</noscript>;
}

function Words({ what, about }: NeedsScriptProps) {
  return (
    <div className="mt-5 max-w-prose rounded-lg border border-rule bg-surface p-4 sm:p-6">
      <p className="font-medium">{what} needs JavaScript, which is switched off in this browser.</p>
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
          <a className="arrow-link" href={`tel:${studio.phone}`}>
            Call {formatMobile(studio.phone)}
          </a>
        </li>
        <li>
          <a
            className="arrow-link"
            href={`mailto:${studio.email}?body=${encodeURIComponent(about)}`}
          >
            Write to {studio.email}
          </a>
        </li>
        <li>
          <a className="arrow-link" href={whatsAppLink(studio.whatsapp, about)}>
            Message us on WhatsApp
          </a>
        </li>
      </ul>
    </div>
  );
}
