import type { ReactNode } from 'react';
import type { LinkedEnquiry } from '#data/crm/linked-enquiry-answers.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import type { MaskedContact } from '#domain/enquiry/masked-contact.ts';
import { contactText } from '#domain/enquiry/masked-contact.ts';
import { CORRECT_PARAMETER } from '#domain/enquiry/enquiry-answer.ts';
import { studioToday } from '#domain/days.ts';
import { LIMITS } from '#domain/enquiry/enquiry-rules.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { NOTE_LENGTH } from '../posted-answer.ts';
import { MOBILE_LENGTH, type EnquiryAction, type EnquiryDraft } from './posted-change.ts';

interface FormProps {
  /** Address that the forms are posted to. */
  address: string;
  draft: EnquiryDraft;
}

/** A form of the page, posted without a script. */
function ChangeForm(props: FormProps & { action: EnquiryAction; children: ReactNode }) {
  const { address, draft, action, children } = props;
  return (
    <form method="post" action={address} noValidate className="grid gap-3">
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="key" value={draft.key} />
      {children}
    </form>
  );
}

/** The forms that ask for a change and withdraw the enquiry. */
export function ChangeForms({ address, draft }: FormProps) {
  const { action, note, from, to, errors } = draft;
  const isChange = action === 'change';
  return (
    <section aria-labelledby="change-title">
      <h2 id="change-title" className="font-display text-2xl">
        Has something changed?
      </h2>
      <div className="mt-4">
        <ChangeForm address={address} draft={draft} action="change">
          <TextArea
            id="note"
            name="note"
            label="What should change?"
            hint="More or fewer pieces, another item."
            optional
            rows={3}
            maxLength={NOTE_LENGTH}
            defaultValue={isChange ? note : ''}
            error={isChange ? errors.note : undefined}
            autoFocus={isChange && Boolean(errors.note)}
          />
          <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(10.5rem,1fr))] gap-x-4 cramped:grid-cols-1 sm:max-w-md">
            <legend className="mb-1.5 text-sm font-medium">Other dates</legend>
            <TextField
              id="from"
              name="from"
              label="From"
              type="date"
              optional
              min={studioToday()}
              defaultValue={from}
              error={errors.from}
              autoFocus={Boolean(errors.from)}
            />
            <TextField
              id="to"
              name="to"
              label="To"
              type="date"
              optional
              min={studioToday()}
              defaultValue={to}
              error={errors.to}
              autoFocus={Boolean(errors.to) && !errors.from}
            />
          </fieldset>
          <Button type="submit" variant="secondary">
            Ask for this change
          </Button>
        </ChangeForm>
      </div>
      <details open={action === 'withdraw-sure'} className="mt-6 border-y border-rule">
        <summary className="disclosure text-sm text-teal hover:text-teal-deep">
          Withdraw this enquiry
        </summary>
        <div className="pb-4">
          <ChangeForm address={address} draft={draft} action="withdraw">
            <TextArea
              id="reason"
              name="note"
              label="Reason"
              hint="It helps us to do better."
              optional
              rows={2}
              maxLength={NOTE_LENGTH}
              defaultValue={isChange ? '' : note}
              error={action === 'withdraw-sure' ? errors.note : undefined}
            />
            <Button type="submit" variant="secondary">
              Withdraw …
            </Button>
          </ChangeForm>
        </div>
      </details>
    </section>
  );
}

/** Number and address as they were typed, masked, and the form that corrects a slip. */
export function ReachedAt(props: FormProps & { contact: MaskedContact; isOpen: boolean }) {
  const { address, draft, contact, isOpen } = props;
  const { action, errors } = draft;
  const reached = contactText(contact);
  if (reached === null) return null;
  return (
    <section aria-labelledby="reached-title" id={CORRECT_PARAMETER} className="scroll-mt-6">
      <h2 id="reached-title" className="font-display text-2xl">
        We reach you at
      </h2>
      <p className="mt-2 break-words tabular-nums">{reached}</p>
      <details open={isOpen || action === 'correct'} className="mt-2 border-y border-rule">
        <summary className="disclosure text-sm text-teal hover:text-teal-deep">Correct it</summary>
        <div className="pb-4">
          <ChangeForm address={address} draft={draft} action="correct">
            <TextField
              id="mobile"
              name="mobile"
              label="Right mobile number"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              optional
              maxLength={MOBILE_LENGTH}
              defaultValue={draft.mobile}
              error={errors.mobile}
              autoFocus={Boolean(errors.mobile)}
            />
            <TextField
              id="email"
              name="email"
              label="Right e-mail address"
              type="email"
              inputMode="email"
              autoComplete="email"
              optional
              maxLength={LIMITS.email}
              defaultValue={draft.email}
              error={errors.email}
              autoFocus={Boolean(errors.email) && !errors.mobile}
            />
            <Button type="submit" variant="secondary">
              Send the correction
            </Button>
          </ChangeForm>
        </div>
      </details>
    </section>
  );
}

/** Asks whether an enquiry is to be withdrawn. */
export function ConfirmWithdrawal(props: FormProps & { enquiry: LinkedEnquiry }) {
  const { address, draft, enquiry } = props;
  return (
    <section
      role="alert"
      aria-labelledby="sure"
      className="mb-8 border-l-3 border-amber bg-amber-pale px-4 py-4"
    >
      <h2 id="sure" className="font-display text-xl">
        Withdraw enquiry <span className="whitespace-nowrap">{enquiry.number}</span>?
      </h2>
      <p className="mt-1 text-sm text-pretty">
        {enquiry.held_until
          ? 'We stop working on it, and others can rent the items that we hold for you.'
          : 'We stop working on it. You can send a new one at any time.'}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <ChangeForm address={address} draft={draft} action="withdraw-sure">
          <input type="hidden" name="note" value={draft.note} />
          <Button type="submit" autoFocus>
            Yes, withdraw it
          </Button>
        </ChangeForm>
        <a href={address} className={buttonClass({ variant: 'secondary' })}>
          Keep it
        </a>
      </div>
    </section>
  );
}
