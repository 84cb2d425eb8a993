import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { makeCreditNote, type CreditedLine } from '#data/documents.ts';
import { readPrice } from '#domain/crm/price-input.ts';
import type { DocumentLine, DocumentRecord } from '#domain/documents/document-record.ts';
import { formatTotal } from '#domain/money.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { focusInvalid } from '#ui/focus-invalid.ts';
import { Sheet } from '#ui/sheet.tsx';
import { useStaffApi } from '../use-staff-api.ts';
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

function CreditNoteForm({ invoice }: { invoice: DocumentRecord }) {
  const api = useStaffApi();
  const navigate = useNavigate();
  const [isWhole, setWhole] = useState(true);
  const [typed, setTyped] = useState<Readonly<Record<number, string>>>({});
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const make = useDocumentAction({
    send: (call: { invoice: string; lines: CreditedLine[] | null; reason: string }, key) =>
      makeCreditNote(api, { ...call, key }),
    onDone: ({ id }) => void navigate({ to: '/ops/documents/$id', params: { id } }),
    failure: 'No credit note was made',
  });
  const priced = invoice.lines.filter(({ taxable }) => taxable > 0);
  const problemOf = ({ position, taxable }: DocumentLine): string | undefined => {
    const text = typed[position] ?? '';
    if (text.trim() === '') return undefined;
    const amount = readPrice(text);
    if (amount === null) return 'Enter rupees, with two decimals at most.';
    return amount > taxable ? `At most ${formatTotal(taxable)}.` : undefined;
  };
  const lines = priced.flatMap(({ position }): CreditedLine[] => {
    const taxable = readPrice(typed[position] ?? '');
    return taxable === null || taxable === 0 ? [] : [{ position, taxable }];
  });
  const isComplete = isWhole || (lines.length > 0 && !priced.some(problemOf));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (reason.trim() === '' || !isComplete) {
      focusInvalid(event.currentTarget);
      return;
    }
    make.mutate({ invoice: invoice.id, lines: isWhole ? null : lines, reason: reason.trim() });
  };
  return (
    <form noValidate className="space-y-3" aria-label="Credit note" onSubmit={submit}>
      <fieldset className="mb-4">
        <legend className="mb-1.5 text-sm font-medium">Credit</legend>
        {[
          { value: true, label: 'all that is not credited yet' },
          { value: false, label: 'amounts of single lines' },
        ].map(({ value, label }) => (
          <label key={label} className="flex min-h-9 items-center gap-2 text-sm max-sm:min-h-11">
            <input
              type="radio"
              name="credited"
              checked={isWhole === value}
              onChange={() => setWhole(value)}
              className="size-4.5 accent-teal"
            />
            {label}
          </label>
        ))}
      </fieldset>
      {!isWhole &&
        priced.map((line) => (
          <TextField
            key={line.position}
            label={line.text}
            optional
            inputMode="decimal"
            autoComplete="off"
            value={typed[line.position] ?? ''}
            error={problemOf(line)}
            hint={`Taxable value ${formatTotal(line.taxable)}; GST follows.`}
            onChange={(event) => setTyped({ ...typed, [line.position]: event.target.value })}
          />
        ))}
      {isTried && !isComplete && (
        <p role="alert" className="mb-3 text-sm text-red">
          Enter the amount of one line at least.
        </p>
      )}
      <TextField
        label="Reason"
        maxLength={200}
        autoComplete="off"
        value={reason}
        error={
          isTried && reason.trim() === '' ? 'Give the reason: it is on the credit note.' : undefined
        }
        onChange={(event) => setReason(event.target.value)}
      />
      <Button type="submit" busy={make.isPending}>
        {make.isPending ? 'making...' : 'make the credit note'}
      </Button>
    </form>
  );
}
