import { Link } from '@tanstack/react-router';
import { formatMoment } from '#domain/dates.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { CONTACT_TEXTS } from '#domain/settings/texts/home-texts.ts';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
import { buttonClass } from '#ui/button.tsx';
import { ContactFields } from './contact-fields.tsx';
import { ContactText } from './contact-text.tsx';
import type { RejectedContact } from './posted-contact.ts';

export interface ContactPageProps {
  refused?: RejectedContact | undefined;
}

/** The page /contact: the contact form, shown again with its errors after it was posted without JavaScript. */
export function ContactPage({ refused }: ContactPageProps) {
  const texts = usePageTexts('contact', CONTACT_TEXTS);
  return (
    <div className="page grid gap-10 pt-10 pb-20 lg:grid-cols-2 lg:pt-14">
      <header>
        <h1 className="font-display text-3xl">{texts.title}</h1>
        {refused && (
          <p role="alert" className="mt-4 max-w-prose text-red">
            Your message has not been sent yet. Please look at what is marked, then send it again.
          </p>
        )}
        <ContactText text={texts.text} />
      </header>
      <ContactFields refused={refused} />
    </div>
  );
}

/** Confirms a contact form that was posted without JavaScript. */
export function ContactSentPage({ at }: { at: string }) {
  return (
    <div className="page max-w-3xl pt-10 pb-20 lg:pt-20">
      <h1 className="font-display text-4xl text-balance">Enquiry submitted successfully!</h1>
      <p className="mt-4 text-lg text-ink-quiet">We&apos;ll get back to you soon.</p>
      <p className="mt-2 text-sm text-ink-quiet">Sent on {formatMoment(at)}.</p>
      <p className="mt-6">
        <Link to={CATALOGUES.prop.listPath} className={buttonClass({ size: 'lg' })}>
          Continue browsing
        </Link>
      </p>
    </div>
  );
}
