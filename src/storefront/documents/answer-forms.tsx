import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { ANSWER_FORM, NAME_LENGTH, NOTE_LENGTH, type AnswerDraft } from './posted-answer.ts';

export interface FormContext {
  /** Address that the forms are posted to. */
  address: string;
  /** Of the document that is shown. */
  hash: string;
  draft: AnswerDraft;
  /** In a preview. */
  isDisabled: boolean;
}

interface AnswerFormsProps extends FormContext {
  /** Rupees. */
  total: number;
  policyUrl: string;
  /** False: it has expired, and only changes can be asked for. */
  canAccept: boolean;
}

/**
 * The form that answers a quote: accept, ask for changes, decline. It is one form with the fields beside the lines, and
 * its buttons say what is meant, so that no answer loses what was typed for another.
 */
export function AnswerForms({ total, policyUrl, canAccept, ...context }: AnswerFormsProps) {
  const { address, hash, draft, isDisabled } = context;
  return (
    <section id="answer" aria-labelledby="answer-title" className="scroll-mt-6 print:hidden">
      <h2 id="answer-title" className="font-display text-2xl">
        Your answer
      </h2>
      <form method="post" action={address} id={ANSWER_FORM} noValidate>
        <input type="hidden" name="hash" value={hash} />
        <input type="hidden" name="key" value={draft.key} />
        <fieldset disabled={isDisabled}>
          {canAccept && <AcceptFields draft={draft} total={total} policyUrl={policyUrl} />}
          <ChangeFields draft={draft} canAccept={canAccept} />
          {canAccept && <DeclineFields draft={draft} />}
        </fieldset>
      </form>
    </section>
  );
}

interface DefaultAnswerProps {
  canAccept: boolean;
  isDisabled: boolean;
}

/**
 * Makes Enter in a field accept. Browsers press the first button of a form; without this one that would be one beside a
 * line, so the page has it before the lines.
 */
export function DefaultAnswer({ canAccept, isDisabled }: DefaultAnswerProps) {
  return (
    <button
      form={ANSWER_FORM}
      name="action"
      value={canAccept ? 'accept' : 'change'}
      disabled={isDisabled}
      tabIndex={-1}
      aria-hidden
      className="sr-only"
    />
  );
}

function AcceptFields({
  draft,
  total,
  policyUrl,
}: Pick<AnswerFormsProps, 'draft' | 'total' | 'policyUrl'>) {
  const { values, errors } = draft;
  return (
    <div className="mt-4 grid gap-3">
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
      <Button type="submit" name="action" value="accept" size="lg" wide>
        Accept quote
      </Button>
    </div>
  );
}

function ChangeFields({ draft, canAccept }: Pick<AnswerFormsProps, 'draft' | 'canAccept'>) {
  const { values, errors, action, changes } = draft;
  return (
    <details
      open={action === 'change' || values.note !== '' || Boolean(errors['note']) || !canAccept}
      className="mt-4 border-y border-rule"
    >
      <summary className="disclosure text-sm text-teal hover:text-teal-deep">
        Ask for a change
      </summary>
      <div className="grid gap-3 pb-4">
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
        <Button type="submit" name="action" value="change" variant="secondary">
          Ask for this change
        </Button>
      </div>
    </details>
  );
}

function DeclineFields({ draft }: Pick<AnswerFormsProps, 'draft'>) {
  const { values, errors, action } = draft;
  return (
    <details
      open={action === 'decline' || values.reason !== '' || Boolean(errors['reason'])}
      className="border-b border-rule"
    >
      <summary className="disclosure text-sm text-teal hover:text-teal-deep">Decline</summary>
      <div className="grid gap-3 pb-4">
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
        <Button type="submit" name="action" value="decline" variant="secondary">
          Decline quote
        </Button>
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
