import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useEffect } from 'react';
import { studio } from '#config';
import { TYPE_LABELS } from '#domain/cart/cart-line.ts';
import { CATALOGUES } from '#domain/catalogue/kinds.ts';
import { formatPeriod } from '#domain/dates.ts';
import type { EnquiryAnswer } from '#domain/enquiry/enquiry-answer.ts';
import { formatPrice, formatTotal } from '#domain/money.ts';
import { buttonClass } from '#ui/button.tsx';
import { takeGreeting, useLastAnswer } from './kept-texts.ts';
import { tellSuccess } from './success.ts';
import { whatsappLink } from './whatsapp.ts';

/** Confirms an enquiry (spec, public side §2), with its details when this tab has just sent it. */
export function ThankYouPage() {
  const answer = useLastAnswer();
  useEffect(() => {
    // why: the page that sent the enquiry is gone before its notice can be read.
    if (takeGreeting()) tellSuccess();
  }, []);
  return (
    // why: on narrow screens the notice that repeats the success lies at the top of the page.
    <div className="page grid max-w-3xl gap-10 pt-28 pb-20 lg:pt-20">
      <header>
        {answer && (
          <p className="text-sm text-ink-quiet">
            Enquiry{' '}
            <strong className="font-medium text-ink tabular-nums">{answer.enquiry_number}</strong>
          </p>
        )}
        <h1 className="mt-2 font-display text-4xl text-balance">Thank you for your enquiry</h1>
        <p className="mt-4 max-w-prose text-lg text-pretty text-ink-quiet">
          We will contact you within 24 hours with availability and the final price. If it is
          urgent, write to us on WhatsApp.
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <a
            href={whatsappLink(studio, answer)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass({ size: 'lg' })}
          >
            <MessageCircle aria-hidden className="size-5" />
            Contact us on WhatsApp
          </a>
          <Link
            to={CATALOGUES.prop.listPath}
            className={buttonClass({ variant: 'secondary', size: 'lg' })}
          >
            Continue browsing
          </Link>
        </div>
      </header>
      {answer && <Details answer={answer} />}
    </div>
  );
}

function Details({ answer }: { answer: EnquiryAnswer }) {
  return (
    <section aria-labelledby="asked-for" className="border-t border-rule pt-6">
      <h2 id="asked-for" className="text-lg font-medium">
        What you asked for
      </h2>
      <p className="mt-1 text-ink-quiet">{formatPeriod(answer.rental_from, answer.rental_to)}</p>
      <ul className="mt-4 divide-y divide-rule border-y border-rule">
        {answer.items.map((item) => (
          <li
            key={`${item.type}:${item.id}`}
            className="flex items-baseline justify-between gap-4 py-3"
          >
            <span className="min-w-0 break-words">
              {item.name}
              <span className="block text-sm text-ink-quiet">{TYPE_LABELS[item.type]}</span>
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
