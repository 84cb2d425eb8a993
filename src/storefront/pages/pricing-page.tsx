import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useSite } from '#data/use-site.ts';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';
import { buttonClass } from '#ui/button.tsx';
import { CONTACT, linkLabel, RENTAL_LINKS } from '#storefront/shared/navigation.ts';
import { PageHeading } from './page-heading.tsx';

const PLANS = [
  { title: 'Hourly rental rates', text: 'For a product on a table, a portrait, a quick reshoot.' },
  {
    title: 'Daily rental rates',
    text: 'The shooting floor for you alone, from first light to pack-up.',
  },
  {
    title: 'Weekly rental rates',
    text: 'For a season, a series, or a set that has to stand a while.',
  },
  {
    title: 'Package deals',
    text: 'Floor, set, light and crew together, at one price for the day.',
  },
  {
    title: 'Special rates for students and non-profits',
    text: 'Bring the brief and a letter. Good work should not fail on the hall.',
  },
] as const;

/** The pricing page: a 'Coming Soon' notice with the planned rates. */
export function PricingPage() {
  const site = useSite();
  return (
    <>
      <PageHeading above="Pricing" title="Coming Soon">
        Our pricing plans for the studio floor are being written up. Everything in the catalogue
        already carries its price per day.
      </PageHeading>
      <div className="page grid gap-12 pt-10 pb-20 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:pt-16 lg:pb-28">
        <section aria-labelledby="plans">
          <h2 id="plans" className="text-sm text-ink-quiet">
            What the plans will cover
          </h2>
          <ul className="mt-4 border-b border-rule">
            {PLANS.map(({ title, text }) => (
              <li key={title} className="border-t border-rule py-5 lg:py-6">
                <h3 className="font-display text-2xl text-balance">{title}</h3>
                <p className="mt-1 text-ink-quiet text-pretty">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section
          aria-labelledby="ask"
          className="self-start rounded-xl bg-paper-deep p-6 sm:p-10 lg:sticky lg:top-24"
        >
          <h2 id="ask" className="font-display text-3xl text-balance">
            Need a price today? Contact the studio directly.
          </h2>
          <p className="mt-4 text-pretty text-ink-quiet">
            Tell us the date, the hours and how many of you there are. We answer within 24 hours.
          </p>
          <dl className="mt-6 grid grid-cols-[auto_1fr] items-baseline gap-x-6">
            <dt className="text-sm text-ink-quiet">Phone</dt>
            <dd>
              <a href={`tel:${site.studio.phone}`} className="footer-link min-h-11 text-ink">
                {formatMobile(site.studio.phone)}
              </a>
            </dd>
            <dt className="text-sm text-ink-quiet">E-mail</dt>
            <dd className="min-w-0">
              <a
                href={`mailto:${site.studio.email}`}
                className="footer-link min-h-11 wrap-anywhere text-ink"
              >
                {site.studio.email}
              </a>
            </dd>
          </dl>
          <p className="mt-6 flex flex-wrap gap-3">
            <Link to="/" hash={CONTACT} className={buttonClass({ size: 'lg' })}>
              Contact us
            </Link>
            <a
              href={whatsAppLink(site.studio.whatsapp, site.studio.chat_message)}
              target="_blank"
              rel="noopener noreferrer"
              className={buttonClass({ size: 'lg', variant: 'secondary' })}
            >
              <MessageCircle aria-hidden size={19} />
              WhatsApp
            </a>
          </p>
        </section>
        <nav aria-label="Prices per day" className="lg:col-span-2">
          <h2 className="text-sm text-ink-quiet">Priced per day already</h2>
          <ul className="mt-3 flex flex-wrap gap-x-8">
            {RENTAL_LINKS.map((to) => (
              <li key={to}>
                <Link to={to} className="arrow-link">
                  {linkLabel(site, to)}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
}
