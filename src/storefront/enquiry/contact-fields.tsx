import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { submitContactEnquiry } from '#data/crm/enquiry.ts';
import { useSite } from '#data/settings/use-site.ts';
import { contactSchema, EMPTY_CONTACT, type ContactValues } from '#domain/enquiry/contact-rules.ts';
import { wholeMobile } from '#domain/enquiry/mobile.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import {
  contactAttempts,
  clearContactDraft,
  saveContactDraft,
  loadContactDraft,
} from './form-storage.ts';
import type { RejectedContact } from './posted-contact.ts';
import { KeptNote } from './kept-note.tsx';
import { sendOnce } from './send-once.ts';
import { takeFilled } from './take-filled.ts';
import { useDraftForm } from './use-draft-form.ts';
import { useSubmission } from './use-submission.ts';
import { VisitorFields } from './visitor-fields.tsx';

const resolver = zodResolver(contactSchema);

/** The errors of a rejected form, in react-hook-form's shape. */
function fieldErrors({ errors }: RejectedContact): FieldErrors<ContactValues> {
  const entries = Object.entries(errors).map(([name, message]) => [
    name,
    { type: 'server', message },
  ]);
  return Object.fromEntries(entries) as FieldErrors<ContactValues>;
}

/** The address that the form is posted to without JavaScript. */
const CONTACT_PATH = '/contact';

export interface ContactFieldsProps {
  /** The posted form and its errors, after it was posted without JavaScript and rejected. */
  refused?: RejectedContact | undefined;
}

/**
 * The contact form with its submission. Without JavaScript it is posted as a plain form
 * (docs/product/enquiry.md).
 */
export function ContactFields({ refused }: ContactFieldsProps) {
  const site = useSite();
  const { api } = useRouter().options.context;
  const { form, field, clear } = useDraftForm<ContactValues>({
    resolver,
    initialValues: () => refused?.values ?? loadContactDraft(),
    initialErrors: refused && fieldErrors(refused),
    save: saveContactDraft,
  });
  useEffect(() => {
    // why: a number typed before the script loaded has not been normalised yet.
    const raw = form.getValues('mobile');
    const value = wholeMobile(raw);
    if (value !== raw) form.setValue('mobile', value);
  }, [form]);
  const { alert, busy, send } = useSubmission({
    form,
    initialAlert: refused?.alert,
    lostText: 'What you wrote is kept. Sending again makes no second message.',
    notifyRefused: (message) => notify.failure(`Failed to submit enquiry: ${message}`),
  });

  const submit = async (values: ContactValues) => {
    const sent = await send(() =>
      sendOnce(contactAttempts, values, ({ key, amends }) =>
        submitContactEnquiry(api, key, values, amends),
      ),
    );
    if (!sent) return;
    form.reset(EMPTY_CONTACT);
    clearContactDraft();
    notify.success('Enquiry submitted successfully!', {
      description: "We'll get back to you soon.",
    });
  };

  return (
    <form
      noValidate
      aria-label="Contact"
      method="post"
      action={CONTACT_PATH}
      onSubmit={(event) => {
        takeFilled(form, event.currentTarget);
        void form.handleSubmit(submit)(event);
      }}
    >
      {refused?.key && <input type="hidden" name="key" value={refused.key} />}
      <VisitorFields field={field} />
      <p role="alert" className="mt-2 text-sm text-red empty:hidden">
        {alert}
      </p>
      <Button type="submit" busy={busy} className="mt-3 max-sm:w-full">
        {busy ? 'Submitting...' : 'Send Message'}
      </Button>
      <p className="mt-3 max-w-prose text-xs text-pretty text-ink-quiet">
        {site.studio.name} uses these details only to answer this message and to reach you about it.
      </p>
      <div className="noscript:hidden">
        <KeptNote onClear={() => clear(EMPTY_CONTACT)} />
      </div>
    </form>
  );
}
