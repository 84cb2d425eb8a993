import { createFileRoute } from '@tanstack/react-router';
import { setResponseHeader, setResponseStatus } from '@tanstack/react-start/server';
import { runtimeContext } from '#app/runtime-context.ts';
import { createPublicApi } from '#data/catalogue/public-api.ts';
import { ContactPage, ContactSentPage } from '#storefront/enquiry/contact-page.tsx';
import {
  readPostedContact,
  sendPostedContact,
  type RejectedContact,
} from '#storefront/enquiry/posted-contact.ts';
import { postedKey } from '#storefront/documents/posted-form.ts';
import { loadTexts } from '#storefront/texts/load-texts.ts';
import { pageHead } from '#storefront/seo/page-head.ts';

/** The contact form without JavaScript: accepts its post, shows it again with errors, or confirms it. */
export const Route = createFileRoute('/_site/contact')({
  validateSearch: ({ sent }: Record<string, unknown>): { sent?: string } =>
    typeof sent === 'string' && !Number.isNaN(Date.parse(sent)) ? { sent } : {},
  server: {
    handlers: {
      POST: async ({ request, next }) => {
        const api = createPublicApi(runtimeContext().backend);
        const form = await request.formData();
        const refused = await sendPostedContact(api, readPostedContact(form), postedKey(form));
        if (!refused) {
          const sent = encodeURIComponent(new Date().toISOString());
          return new Response(null, {
            status: 303,
            headers: { location: `/contact?sent=${sent}` },
          });
        }
        setResponseStatus(refused.status);
        if (refused.retryAfter) setResponseHeader('retry-after', String(refused.retryAfter));
        return next({ context: { refused } });
      },
    },
  },
  // why: with the loader, its code would be in the first load of every page.
  codeSplitGroupings: [['loader', 'component']],
  loader: async ({ context, serverContext }): Promise<{ refused: RejectedContact | undefined }> => {
    await loadTexts(context, ['contact']);
    return { refused: serverContext?.refused };
  },
  // why: the page holds personal data.
  headers: () => ({ 'cache-control': 'no-store' }),
  head: ({ match }) => pageHead(match.context, { title: 'Get in touch' }),
  component: Contact,
});

function Contact() {
  const { sent } = Route.useSearch();
  const { refused } = Route.useLoaderData();
  return sent ? <ContactSentPage at={sent} /> : <ContactPage refused={refused} />;
}
