import { Link } from '@tanstack/react-router';
import { MessageCircle } from 'lucide-react';
import { useSite } from '#data/settings/use-site.ts';
import { PRICING_TEXTS } from '#domain/settings/texts/pricing-texts.ts';
import { formatMobile, whatsAppLink } from '#domain/phone.ts';
import { buttonClass } from '#ui/button.tsx';
import { CONTACT, linkLabel, RENTAL_LINKS } from '#storefront/shared/navigation.ts';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
import { PageHeading } from './page-heading.tsx';
import { Questions } from './questions.tsx';

/** The pricing page: a 'Coming Soon' notice with the planned rates, until the studio fills it. */
export function PricingPage() {
  const site = useSite();
  const texts = usePageTexts('pricing', PRICING_TEXTS);
  return (
    <>
      <PageHeading above={texts.above} title={texts.title}>
        {texts.text}
      </PageHeading>
      <div className="page grid gap-12 pt-10 pb-20 lg:grid-cols-[6fr_5fr] lg:gap-16 lg:pt-16 lg:pb-28">
        <section aria-labelledby="plans">
          <h2 id="plans" className="text-sm text-ink-quiet">
            {texts.plans_title}
          </h2>
          <ul className="mt-4 border-b border-rule">
            {texts.plans.map(({ title, price, text }, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- why: rows may be equal, and hold no state.
              <li key={at} className="border-t border-rule py-5 lg:py-6">
                <h3 className="font-display text-2xl text-balance">{title}</h3>
                {price && <p className="mt-1 text-lg font-medium tabular-nums">{price}</p>}
                <p className="mt-1 text-ink-quiet text-pretty">{text}</p>
              </li>
            ))}
          </ul>
        </section>
        <section aria-labelledby="ask" className="self-start rounded-xl bg-paper-deep p-6 sm:p-10">
          <h2 id="ask" className="font-display text-3xl text-balance">
            {texts.ask_title}
          </h2>
          <p className="mt-4 text-pretty text-ink-quiet">{texts.ask_text}</p>
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
        <Questions />
        <nav aria-label="Prices per day" className="lg:col-span-2">
          <h2 className="text-sm text-ink-quiet">{texts.catalogues_title}</h2>
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
