import { useSite } from '#data/use-site.ts';
import { ContactForm } from '#storefront/enquiry/contact-form.tsx';
import { CONTACT } from '#storefront/shared/navigation.ts';

/** The contact form, with the studio's email address beside it. */
export function GetInTouch() {
  const site = useSite();
  return (
    <section
      id={CONTACT}
      aria-labelledby="get-in-touch"
      className="page grid scroll-mt-16 gap-10 py-20 lg:grid-cols-2 lg:py-28"
    >
      <div>
        <h2 id="get-in-touch" className="font-display text-3xl">
          Get in touch
        </h2>
        <p className="mt-4 max-w-prose text-pretty text-ink-quiet">
          Ask about a date, a brief or a thing you cannot find. Or write to{' '}
          <a
            href={`mailto:${site.studio.email}`}
            className="text-teal underline underline-offset-4"
          >
            {site.studio.email}
          </a>
          .
        </p>
      </div>
      <ContactForm />
    </section>
  );
}
