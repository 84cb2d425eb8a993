import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useSite } from '#data/use-site.ts';
import { TYPE_LABELS } from '#domain/cart/cart-line.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { formatPeriod } from '#domain/dates.ts';
import { enquiryPath, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { freeWhenSent } from '#domain/enquiry/free-when-sent.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { THANK_YOU_TEXTS } from '#domain/settings/texts/thank-you-texts.ts';
import { whatsAppLink } from '#domain/phone.ts';
import { buttonClass, type ButtonVariant } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
import { useLastEnquiry } from './form-storage.ts';
import { claimSuccessNotice, notifySuccess } from './success.ts';
import { enquiryWhatsAppLink } from './whatsapp-greeting.ts';

const TEXT = 'mt-4 max-w-prose text-lg text-pretty text-ink-quiet';
const ACTIONS = 'mt-6 flex flex-wrap gap-3';

/**
 * Confirms an enquiry, with its details if this tab sent it; otherwise says that none was sent. The
 * server cannot tell the two apart, so the content is invisible until hydration.
 */
export function ThankYouPage() {
  const last = useLastEnquiry();
  useEffect(() => {
    // why: the notice on the previous page may have disappeared before it was read.
    if (claimSuccessNotice()) notifySuccess();
  }, []);
  return (
    // why the padding: on narrow screens the success notice covers the top of the page.
    <div
      className={classNames(
        'page grid max-w-3xl gap-10 pt-28 pb-20 lg:pt-20',
        !last && 'invisible noscript:visible',
      )}
    >
      {last?.sent ? <Thanks answer={last.answer} /> : <NothingSent />}
      {last?.answer && <Details answer={last.answer} />}
    </div>
  );
}

function Thanks({ answer }: { answer: EnquiryAnswer | null }) {
  const site = useSite();
  const texts = usePageTexts('thank_you', THANK_YOU_TEXTS);
  const about = { name: site.studio.name, whatsapp: site.studio.whatsapp };
  const path = answer && enquiryPath(answer);
  return (
    <header>
      {answer && (
        <p className="text-sm text-ink-quiet">
          Enquiry{' '}
          <strong className="font-medium text-ink tabular-nums">{answer.enquiry_number}</strong>
        </p>
      )}
      <h1 className="mt-2 font-display text-4xl text-balance">{texts.title}</h1>
      <p className={TEXT}>{texts.text}</p>
      <div className={ACTIONS}>
        {/* why '' on the server: it has no answer, and so no address to write. */}
        <WhatsApp href={enquiryWhatsAppLink(about, answer, answer ? window.location.origin : '')} />
        <Browse />
      </div>
      {path && (
        <div className="mt-8 max-w-prose">
          <p className="text-pretty text-ink-quiet">
            See where your enquiry stands, ask for a change or withdraw it. Keep the address of the
            page: it opens for whoever has it.
          </p>
          <p className="mt-1">
            <a href={path} className="arrow-link">
              Your enquiry’s page
            </a>
          </p>
        </div>
      )}
    </header>
  );
}

/** Shown to visitors who have not sent an enquiry from this tab. */
function NothingSent() {
  const site = useSite();
  return (
    <header>
      <h1 className="mt-2 font-display text-4xl text-balance">No enquiry sent from here yet</h1>
      <p className={TEXT}>
        Once you send one, this page confirms it, and we contact you within 24 hours. Your items
        wait in My Order. If it is urgent, write to us on WhatsApp.
      </p>
      <div className={ACTIONS}>
        <Link to="/my-order" className={buttonClass({ size: 'lg' })}>
          Go to My Order
        </Link>
        <WhatsApp
          variant="secondary"
          href={whatsAppLink(site.studio.whatsapp, site.studio.chat_message)}
        />
        <Browse />
      </div>
    </header>
  );
}

function WhatsApp({ href, variant }: { href: string; variant?: ButtonVariant }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass({ size: 'lg', variant })}
    >
      <MessageCircle aria-hidden className="size-5" />
      Contact us on WhatsApp
    </a>
  );
}

function Browse() {
  return (
    <Link
      to={CATALOGUES.prop.listPath}
      className={buttonClass({ variant: 'secondary', size: 'lg' })}
    >
      Continue browsing
    </Link>
  );
}

function Details({ answer }: { answer: EnquiryAnswer }) {
  const free = answer.items.map((item) => freeWhenSent(item, answer));
  return (
    <section aria-labelledby="asked-for" className="border-t border-rule pt-6">
      <h2 id="asked-for" className="text-lg font-medium">
        What you asked for
      </h2>
      <p className="mt-1 text-ink-quiet">{formatPeriod(answer.rental_from, answer.rental_to)}</p>
      {free.some((text) => text !== null) && (
        <p className="mt-1 text-sm text-pretty text-ink-quiet">
          Below each item: what was free when you sent this. Nothing is reserved until we confirm
          it.
        </p>
      )}
      <ul className="mt-4 divide-y divide-rule border-y border-rule">
        {answer.items.map((item, at) => (
          <li
            key={`${item.type}:${item.id}`}
            className="flex items-baseline justify-between gap-4 py-3"
          >
            <span className="min-w-0 break-words">
              {item.name}
              <span className="block text-sm text-ink-quiet">{TYPE_LABELS[item.type]}</span>
              {free[at] && <span className="block text-sm text-ink-quiet">{free[at]}</span>}
            </span>
            <span className="shrink-0 text-right text-sm tabular-nums">
              {item.quantity} × {formatPrice(item.price)}
              <span className="text-ink-quiet">/day</span>
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 flex items-baseline justify-between gap-4 text-lg font-medium">
        <span>
          Total <span className="text-sm font-normal text-ink-quiet">excl. GST</span>
        </span>
        <span className="tabular-nums">{formatTotal(answer.total_price)}</span>
      </p>
    </section>
  );
}
