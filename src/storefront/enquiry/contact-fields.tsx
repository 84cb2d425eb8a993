import { zodResolver } from '@hookform/resolvers/zod';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FieldErrors } from 'react-hook-form';
import { studio } from '#config';
import { submitContactEnquiry } from '#data/enquiry.ts';
import { contactSchema, EMPTY_CONTACT, type ContactValues } from '#domain/enquiry/contact-rules.ts';
import { editMobile } from '#domain/enquiry/mobile.ts';
import { UNEXPECTED, type SendProblem } from '#domain/enquiry/send-problem.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { IdentityFields } from './identity-fields.tsx';
import {
  contactAttempts,
  clearContactDraft,
  saveContactDraft,
  loadContactDraft,
} from './form-storage.ts';
import type { RejectedContact } from './posted-contact.ts';
import { sendOnce } from './send-once.ts';
import { useDraftForm } from './use-draft-form.ts';

const resolver = zodResolver(contactSchema);

/** The errors of a refused form as the form library has them. */
function fieldErrors({ errors }: RejectedContact): FieldErrors<ContactValues> {
  const entries = Object.entries(errors).map(([name, message]) => [
    name,
    { type: 'server', message },
  ]);
  return Object.fromEntries(entries) as FieldErrors<ContactValues>;
}

/** Where the contact form is posted to without its script. */
const CONTACT_PATH = '/contact';

/** Props of {@link ContactFields}. */
export interface ContactFieldsProps {
  /** What was posted as a plain form, and why it was not taken. */
  refused?: RejectedContact | undefined;
}

/**
 * The contact form's fields and what sending them brings (spec, public side §4, §5 and §8). Without
 * its script it is a plain form.
 */
export function ContactFields({ refused }: ContactFieldsProps) {
  const { api } = useRouter().options.context;
  const { form, field } = useDraftForm<ContactValues>({
    resolver,
    opened: () => refused?.values ?? loadContactDraft(),
    errors: refused && fieldErrors(refused),
    keep: saveContactDraft,
  });
  useEffect(() => {
    // why: the form library takes over what was typed before the script came, here as it was typed.
    const raw = form.getValues('mobile');
    const { value } = editMobile({ previous: '', raw, caret: null });
    if (value !== raw) form.setValue('mobile', value);
  }, [form]);
  const [alert, setAlert] = useState(refused?.alert ?? '');
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);

  const explain = (problem: SendProblem) => {
    if (problem.kind === 'field' && problem.field in EMPTY_CONTACT) {
      const name = problem.field as keyof ContactValues;
      form.setError(name, { type: 'server', message: problem.message });
      form.setFocus(name);
    } else if (problem.kind === 'refused') {
      notify.failure(`Failed to submit enquiry: ${problem.message}`);
      setAlert(problem.message);
    } else if (problem.kind === 'lost') {
      notify.failure(UNEXPECTED, {
        description: 'What you wrote is kept. Sending again makes no second message.',
      });
    } else {
      notify.failure(problem.kind === 'notice' ? problem.title : UNEXPECTED);
    }
  };

  const send = async (values: ContactValues) => {
    // why: a state is a render late; a double click is not.
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setAlert('');
    const sent = await sendOnce(contactAttempts, values, (key) =>
      submitContactEnquiry(api, key, values),
    );
    sending.current = false;
    setBusy(false);
    if ('problem' in sent) return explain(sent.problem);
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
      onSubmit={(event) => void form.handleSubmit(send)(event)}
    >
      <div className="grid grid-cols-2 gap-x-3 gap-y-2.5 sm:gap-x-4 cramped:flex cramped:flex-col">
        <IdentityFields field={field} />
        <TextArea
          optional
          label="Message"
          className="col-span-2"
          autoComplete="off"
          {...field('message')}
        />
      </div>
      <p role="alert" className="mt-2 text-sm text-red empty:hidden">
        {alert}
      </p>
      <Button type="submit" busy={busy} className="mt-3 max-sm:w-full">
        {busy ? 'Submitting...' : 'Send Message'}
      </Button>
      <p className="mt-3 max-w-prose text-xs text-pretty text-ink-quiet">
        {studio.name} uses these details only to answer this message and to reach you about it.
      </p>
    </form>
  );
}
