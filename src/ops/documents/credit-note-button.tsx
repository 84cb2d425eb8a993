import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { makeCreditNote, type CreditedLine } from '#data/documents/documents.ts';
import { readPrice } from '#domain/crm/price-input.ts';
import type { DocumentLine, DocumentRecord } from '#domain/documents/document-record.ts';
import { unprintableNote } from '#domain/documents/unprintable.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { checkedTogether, useCheckedForm } from '../kit/forms/use-checked-form.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { useDocumentAction } from './use-document-action.ts';

/** On an issued invoice: makes the draft of a credit note, of the whole or of amounts of its lines. */
export function CreditNoteButton({ document }: { document: DocumentRecord }) {
  const [isOpen, setOpen] = useState(false);
  if (document.state !== 'issued' || document.credited >= document.sums.total) return null;
  return (
    <>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Credit note
      </Button>
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={`Credit note for ${document.number}`}
      >
        {isOpen && <CreditNoteForm invoice={document} />}
      </Sheet>
    </>
  );
}

const INCOMPLETE = 'Enter the amount of one line at least.';

/** A credit note as typed; `amounts` in rupees, by the positions of lines. */
interface TypedCredit {
  credited: 'all' | 'lines';
  amounts: Readonly<Record<string, string>>;
  reason: string;
}

function amountProblem(
  { position, taxable }: DocumentLine,
  { amounts }: Pick<TypedCredit, 'amounts'>,
) {
  const text = amounts[position] ?? '';
  if (text.trim() === '') return undefined;
  const amount = readPrice(text);
  if (amount === null) return 'Enter rupees, with two decimals at most.';
  return amount > taxable ? `At most ${formatTotal(taxable)}.` : undefined;
}

function CreditNoteForm({ invoice }: { invoice: DocumentRecord }) {
  const api = useStaffApi();
  const navigate = useNavigate();
  const priced = invoice.lines.filter(({ taxable }) => taxable > 0);
  /** The lines to credit; null for all that is left, undefined while they are incomplete. */
  const creditedOf = (typed: Omit<TypedCredit, 'reason'>): CreditedLine[] | null | undefined => {
    if (typed.credited === 'all') return null;
    const lines = priced.flatMap(({ position }) => {
      const taxable = readPrice(typed.amounts[position] ?? '');
      return taxable === null || taxable === 0 ? [] : [{ position, taxable }];
    });
    return lines.length > 0 && !priced.some((line) => amountProblem(line, typed))
      ? lines
      : undefined;
  };
  const { form, field } = useCheckedForm(
    checkedTogether((typed: TypedCredit) => ({
      ...(typed.credited === 'lines' &&
        Object.fromEntries(
          priced.map((line) => [`amounts.${line.position}`, amountProblem(line, typed)]),
        )),
      lines: creditedOf(typed) === undefined ? INCOMPLETE : undefined,
      reason: typed.reason.trim() === '' ? 'Give the reason: it is on the credit note.' : undefined,
    })),
    { defaultValues: { credited: 'all', amounts: {}, reason: '' } },
  );
  const [credited, amounts, reason] = useWatch({
    control: form.control,
    name: ['credited', 'amounts', 'reason'],
  });
  const make = useDocumentAction({
    send: (call: { invoice: string; lines: CreditedLine[] | null; reason: string }, key) =>
      makeCreditNote(api, { ...call, key }),
    onDone: ({ id }) => void navigate({ to: '/ops/documents/$id', params: { id } }),
    failure: 'No credit note was made',
  });
  const submit = form.handleSubmit((typed) =>
    make.mutate({
      invoice: invoice.id,
      lines: creditedOf(typed) ?? null,
      reason: typed.reason.trim(),
    }),
  );
  const { error: _none, ...radio } = field('credited');
  return (
    <form
      noValidate
      className="space-y-3"
      aria-label="Credit note"
      onSubmit={(event) => void submit(event)}
    >
      <fieldset className="mb-4">
        <legend className="mb-1.5 text-sm font-medium">Credit</legend>
        {[
          { value: 'all', label: 'all that is not credited yet' },
          { value: 'lines', label: 'amounts of single lines' },
        ].map(({ value, label }) => (
          <label key={label} className="flex min-h-9 items-center gap-2 text-sm max-sm:min-h-11">
            <input type="radio" {...radio} value={value} className="size-4.5 accent-teal" />
            {label}
          </label>
        ))}
      </fieldset>
      {credited === 'lines' &&
        priced.map((line) => (
          <TextField
            key={line.position}
            {...field(`amounts.${line.position}`)}
            label={line.text}
            optional
            inputMode="decimal"
            autoComplete="off"
            error={amountProblem(line, { amounts })}
            hint={`Taxable value ${formatTotal(line.taxable)}; GST follows.`}
          />
        ))}
      {form.formState.isSubmitted && creditedOf({ credited, amounts }) === undefined && (
        <p role="alert" className="mb-3 text-sm text-red">
          {INCOMPLETE}
        </p>
      )}
      <TextField
        {...field('reason')}
        label="Reason"
        maxLength={200}
        autoComplete="off"
        hint={unprintableNote(reason)}
      />
      <Button type="submit" busy={make.isPending}>
        {make.isPending ? 'Making...' : 'Make the credit note'}
      </Button>
    </form>
  );
}
