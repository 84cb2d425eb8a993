import type { ReactNode } from 'react';
import type { LinkedEnquiry } from '#data/linked-enquiries.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { NOTE_LENGTH } from '../posted-answer.ts';
import type { EnquiryAction, EnquiryDraft } from './posted-change.ts';

/** Props of the page's forms. */
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
  const { action, note, error } = draft;
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
            hint="Other dates, more or fewer pieces, another item."
            rows={3}
            maxLength={NOTE_LENGTH}
            defaultValue={isChange ? note : ''}
            error={isChange ? error : undefined}
            autoFocus={isChange && error !== ''}
          />
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
              error={action === 'withdraw-sure' ? error : undefined}
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
