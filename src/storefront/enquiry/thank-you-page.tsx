import { Link } from '@tanstack/react-router';
import { CircleCheck, MessageCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { PROMISED_HOURS } from '#config/policy';
import { useSite } from '#data/settings/use-site.ts';
import { TYPE_LABELS } from '#domain/cart/type-labels.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { formatPeriod } from '#domain/dates.ts';
import { correctionPath, enquiryPath, type EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { contactText } from '#domain/enquiry/masked-contact.ts';
import { freeWhenSent } from '#domain/enquiry/free-when-sent.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { THANK_YOU_TEXTS } from '#domain/settings/texts/thank-you-texts.ts';
import { whatsAppLink } from '#domain/phone.ts';
import { buttonClass, type ButtonVariant } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
import { EnquiryFacts } from './enquiry-facts.tsx';
import { useLastEnquiry } from './form-storage.ts';
import { enquiryWhatsAppLink } from './whatsapp-greeting.ts';

const TEXT = 'mt-4 max-w-prose text-lg text-pretty text-ink-quiet';
const ACTIONS = 'mt-6 flex flex-wrap gap-3';

/**
 * Confirms an enquiry, with its details if this tab sent it; otherwise says that none was sent. The
 * server cannot tell the two apart, so the content is invisible until hydration.
 */
export function ThankYouPage() {
  const last = useLastEnquiry();
  return (
    <div
      className={classNames(
        'page grid max-w-3xl gap-10 pt-8 pb-20 lg:pt-14',
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
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  return (
    <header>
      <p className="flex items-start gap-3 rounded-lg bg-green-pale p-4 text-pretty">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-green" strokeWidth={1.5} />
        <span>
          <strong className="block font-medium">Enquiry submitted successfully!</strong>
          We&apos;ll get back to you soon with availability and pricing.
        </span>
      </p>
      <h1
        ref={title}
        tabIndex={-1}
        className="mt-6 mb-5 font-display text-4xl text-balance outline-none lg:mt-10"
      >
        {texts.title}
      </h1>
      {answer && <EnquiryFacts answer={answer} />}
      <p className={TEXT}>{texts.text}</p>
      {answer && <Reach answer={answer} />}
      <div className={ACTIONS}>
        {/* why '' on the server: it has no answer, and so no address to write. */}
        <WhatsApp href={enquiryWhatsAppLink(about, answer, answer ? window.location.origin : '')} />
        <Browse />
      </div>
      <section aria-labelledby="next" className="mt-10 max-w-prose">
        <h2 id="next" className="text-lg font-medium">
          What happens next
        </h2>
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-pretty text-ink-quiet">
          <li>We check what is free on your dates and answer within {PROMISED_HOURS} hours.</li>
          <li>You accept our price or ask for a change.</li>
          <li>Until then nothing is reserved and nothing is to be paid.</li>
        </ol>
        {path && (
          <>
            <p className="mt-4 text-pretty text-ink-quiet">
              See where your enquiry stands, ask for a change or withdraw it. Keep the address of
              the page: it opens for whoever has it.
            </p>
            <p className="mt-1">
              <a href={path} className="arrow-link">
                Your enquiry’s page
              </a>
            </p>
          </>
        )}
      </section>
    </header>
  );
}

/** Where the studio reaches the visitor, masked, with the way to correct a slip. */
function Reach({ answer }: { answer: EnquiryAnswer }) {
  const reached = answer.contact && contactText(answer.contact);
  const path = correctionPath(answer);
  if (!reached) return null;
  return (
    <p className="mt-3 flex flex-wrap items-baseline gap-x-4 text-ink-quiet">
      <span>
        We reach you at{' '}
        {/* why a block of its own: an address breaks after the ellipsis otherwise. */}
        <span className="inline-block font-medium text-ink tabular-nums">{reached}</span>
      </span>
      {path && (
        <a href={path} className="inline-flex min-h-11 items-center text-teal underline">
          Correct it
        </a>
      )}
    </p>
  );
}

/** Shown to visitors who have not sent an enquiry from this tab. */
function NothingSent() {
  const site = useSite();
  return (
    <header>
      <h1 className="mt-2 font-display text-4xl text-balance">No enquiry sent from here yet</h1>
      <p className={TEXT}>
        Once you send one, this page confirms it, and we contact you within {PROMISED_HOURS} hours.
        Your items wait in My Order. If it is urgent, write to us on WhatsApp.
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
