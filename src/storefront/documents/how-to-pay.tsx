import type { LinkedDocument } from '#data/documents/linked-document-answers.ts';
import { formatTotal } from '#domain/money.ts';
import { upiLink } from '#domain/money/upi-link.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { QrCode } from '#ui/qr-code.tsx';
import type { FormContext } from './answer-forms.tsx';
import { AMOUNT_LENGTH, UTR_LENGTH } from './posted-answer.ts';

interface HowToPayProps extends FormContext {
  pay: NonNullable<LinkedDocument['pay']>;
  /** The document's number; null for a draft. */
  number: string | null;
}

/** Ways to pay: UPI app, QR code and bank account, and a form to tell of a transfer. */
export function HowToPay({ pay, number, ...context }: HowToPayProps) {
  const { upi, bank, amount, reference } = pay;
  const { address, hash, draft, isDisabled } = context;
  const { values, errors, action } = draft;
  const link =
    upi && amount > 0
      ? upiLink({ upiId: upi.id, name: upi.name, number: number ?? reference, amount })
      : null;
  return (
    <section id="pay" aria-labelledby="pay-title" className="scroll-mt-6 print:break-inside-avoid">
      <h2 id="pay-title" className="font-display text-2xl">
        How to pay
      </h2>
      <p className="mt-1 text-sm text-ink-quiet tabular-nums">
        {`${formatTotal(amount)}, with the reference `}
        <span className="text-ink select-all">{reference}</span>
      </p>
      {link && (
        <div className="mt-4 print:hidden">
          <a href={link} className={`${buttonClass({ size: 'lg', wide: true })} md:hidden`}>
            Pay with a UPI app
          </a>
          <div className="hidden md:block">
            <div className="w-44 border border-rule bg-white p-1">
              <QrCode text={link} label={`QR code to pay ${formatTotal(amount)} by UPI`} />
            </div>
            <p className="mt-2 text-xs text-ink-quiet">Scan it with any UPI app.</p>
          </div>
        </div>
      )}
      <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-sm">
        {upi && <Detail label="UPI ID" value={upi.id} />}
        {bank && (
          <>
            <Detail label="Account" value={bank.account} />
            <Detail label="IFSC" value={bank.ifsc} />
            <Detail label="Name" value={bank.account_name} />
            <Detail label="Bank" value={bank.bank} />
          </>
        )}
      </dl>
      <details open={action === 'claim'} className="mt-3 border-y border-rule print:hidden">
        <summary className="disclosure text-sm text-teal hover:text-teal-deep">I have paid</summary>
        <div className="pb-4">
          <form method="post" action={address} noValidate>
            <input type="hidden" name="action" value="claim" />
            <input type="hidden" name="hash" value={hash} />
            <input type="hidden" name="key" value={draft.key} />
            <fieldset disabled={isDisabled} className="grid gap-3">
              <TextField
                id="amount"
                name="amount"
                label="Amount in ₹"
                inputMode="decimal"
                autoComplete="off"
                maxLength={AMOUNT_LENGTH}
                defaultValue={action === 'claim' ? values.amount : amount.toFixed(2)}
                error={errors['amount']}
                autoFocus={Boolean(errors['amount'])}
              />
              <TextField
                id="utr"
                name="utr"
                label="Reference (UTR)"
                hint="In your UPI app or bank statement, often 12 digits."
                autoComplete="off"
                maxLength={UTR_LENGTH}
                defaultValue={values.utr}
                error={errors['utr']}
                autoFocus={Boolean(errors['utr'])}
              />
              <Button type="submit" variant="secondary">
                Tell the studio
              </Button>
            </fieldset>
          </form>
        </div>
      </details>
    </section>
  );
}

function Detail({ label, value }: { label: string; value: string }) {
  return value === '' ? null : (
    <>
      <dt className="text-ink-quiet">{label}</dt>
      <dd className="break-words select-all">{value}</dd>
    </>
  );
}
