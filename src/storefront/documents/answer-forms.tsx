import type { ReactNode } from 'react';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import {
  CHANGE_FORM,
  NAME_LENGTH,
  NOTE_LENGTH,
  type AnswerAction,
  type AnswerDraft,
} from './posted-answer.ts';

/** Props of all forms of the page. */
export interface FormContext {
  /** Address that the forms are posted to. */
  address: string;
  /** Of the document that is shown. */
  hash: string;
  draft: AnswerDraft;
  /** In a preview. */
  isDisabled: boolean;
}

/** Props of {@link AnswerForm}. */
interface AnswerFormProps extends FormContext {
  action: AnswerAction;
  id?: string;
  children: ReactNode;
}

/** A form of the page, posted without a script. */
export function AnswerForm(props: AnswerFormProps) {
  const { action, id, address, hash, draft, isDisabled, children } = props;
  return (
    <form method="post" action={address} id={id} noValidate>
      <input type="hidden" name="action" value={action} />
      <input type="hidden" name="hash" value={hash} />
      <input type="hidden" name="key" value={draft.key} />
      <fieldset disabled={isDisabled} className="grid gap-3">
        {children}
      </fieldset>
    </form>
  );
}

/** Props of {@link AnswerForms}. */
interface AnswerFormsProps extends FormContext {
  /** Rupees. */
  total: number;
  policyUrl: string;
  /** False: it has expired, and only changes can be asked for. */
  canAccept: boolean;
}

/** The forms that answer a quote: accept, ask for changes, decline. */
export function AnswerForms({ total, policyUrl, canAccept, ...context }: AnswerFormsProps) {
  const { values, errors, action, changes } = context.draft;
  return (
    <section id="answer" aria-labelledby="answer-title" className="scroll-mt-6 print:hidden">
      <h2 id="answer-title" className="font-display text-2xl">
        Your answer
      </h2>
      {canAccept && <AcceptForm {...context} total={total} policyUrl={policyUrl} />}
      <details open={action === 'change' || !canAccept} className="mt-4 border-y border-rule">
        <summary className="disclosure text-sm text-teal hover:text-teal-deep">
          Ask for a change
        </summary>
        <div className="pb-4">
          <AnswerForm {...context} action="change" id={CHANGE_FORM}>
            <TextArea
              id="note"
              name="note"
              label="What should change?"
              hint="You can also write beside a line of the quote."
              optional
              rows={3}
              maxLength={NOTE_LENGTH}
              defaultValue={values.note}
              error={errors['note']}
              autoFocus={Boolean(errors['note'])}
            />
            {changes.size > 0 && (
              <p className="text-sm text-ink-quiet">
                {changes.size === 1
                  ? 'Your wish beside one line is sent along.'
                  : `Your wishes beside ${changes.size} lines are sent along.`}
              </p>
            )}
            <Button type="submit" variant="secondary">
              Ask for this change
            </Button>
          </AnswerForm>
        </div>
      </details>
      {canAccept && <DeclineForm {...context} />}
    </section>
  );
}

function AcceptForm({ total, policyUrl, ...context }: Omit<AnswerFormsProps, 'canAccept'>) {
  const { values, errors } = context.draft;
  return (
    <div className="mt-4">
      <AnswerForm {...context} action="accept">
        <TextField
          id="name"
          name="name"
          label="Your full name"
          autoComplete="name"
          maxLength={NAME_LENGTH}
          defaultValue={values.name}
          error={errors['name']}
          autoFocus={Boolean(errors['name'])}
        />
        <Agreement
          isTicked={values.agreed !== ''}
          error={errors['agreed']}
          total={total}
          policyUrl={policyUrl}
        />
        <Button type="submit" size="lg" wide>
          Accept quote
        </Button>
      </AnswerForm>
    </div>
  );
}

function DeclineForm(context: FormContext) {
  const { values, errors, action } = context.draft;
  return (
    <details open={action === 'decline'} className="border-b border-rule">
      <summary className="disclosure text-sm text-teal hover:text-teal-deep">Decline</summary>
      <div className="pb-4">
        <AnswerForm {...context} action="decline">
          <TextArea
            id="reason"
            name="reason"
            label="Reason"
            hint="It helps us to make a better quote."
            optional
            rows={2}
            maxLength={NOTE_LENGTH}
            defaultValue={values.reason}
            error={errors['reason']}
            autoFocus={Boolean(errors['reason'])}
          />
          <Button type="submit" variant="secondary">
            Decline quote
          </Button>
        </AnswerForm>
      </div>
    </details>
  );
}

interface AgreementProps {
  isTicked: boolean;
  error: string | undefined;
  total: number;
  policyUrl: string;
}

function Agreement({ isTicked, error, total, policyUrl }: AgreementProps) {
  return (
    <div>
      <div className="flex items-start gap-3">
        <input
          type="checkbox"
          id="agreed"
          name="agreed"
          value="yes"
          defaultChecked={isTicked}
          autoFocus={Boolean(error)}
          aria-invalid={error ? true : undefined}
          aria-describedby="agreed-note"
          className="mt-0.5 size-5 shrink-0 accent-teal"
        />
        <label htmlFor="agreed" className="text-sm">
          I accept this quote of <span className="tabular-nums">{formatTotal(total)}</span> and the{' '}
          <a href={policyUrl} target="_blank" rel="noreferrer" className="text-teal underline">
            studio policy
          </a>
          .
        </label>
      </div>
      <p id="agreed-note" className="mt-1 min-h-[1.4em] text-xs text-red">
        {error}
      </p>
    </div>
  );
}
