import { ContactForm } from '#storefront/enquiry/contact-form.tsx';
import { ContactIntro } from '#storefront/enquiry/contact-intro.tsx';
import { CONTACT } from '#storefront/shared/navigation.ts';

/** The contact form, with the studio's email address beside it. */
export function GetInTouch() {
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
        <ContactIntro />
      </div>
      <ContactForm />
    </section>
  );
}
