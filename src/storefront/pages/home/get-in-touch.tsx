import { CONTACT_TEXTS } from '#domain/settings/texts/home-texts.ts';
import { ContactForm } from '#storefront/enquiry/contact-form.tsx';
import { ContactText } from '#storefront/enquiry/contact-text.tsx';
import { usePageTexts } from '#storefront/texts/use-page-texts.ts';
import { CONTACT } from '#storefront/shared/navigation.ts';

/** The contact form, with the studio's email address beside it. */
export function GetInTouch() {
  const texts = usePageTexts('contact', CONTACT_TEXTS);
  return (
    <section
      id={CONTACT}
      aria-labelledby="get-in-touch"
      className="page grid scroll-mt-16 gap-10 py-20 lg:grid-cols-2 lg:py-28"
    >
      <div>
        <h2 id="get-in-touch" className="font-display text-3xl">
          {texts.title}
        </h2>
        <ContactText text={texts.text} />
      </div>
      <ContactForm />
    </section>
  );
}
