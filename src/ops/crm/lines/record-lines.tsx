import { linesTotal } from '#domain/crm/lines-total.ts';
import type { ChangedQuote } from '#domain/crm/changed-quote.ts';
import type { EditedRental } from '#domain/crm/edited-rental.ts';
import { DocumentPageLink } from '../../documents/document-link.tsx';
import { RentalItems } from '../rentals/rental-items.tsx';
import { LineTable } from './line-table.tsx';
import { UnsavedForm } from './unsaved-form.tsx';
import { useEditor } from './use-editor.ts';

export interface RecordLinesProps {
  rental: EditedRental;
  /** Whether its status lets staff change it. */
  isEditable: boolean;
}

/** The lines of an enquiry or order, with controls while they can be changed. */
export function RecordLines({ rental, isEditable }: RecordLinesProps) {
  const editor = useEditor(rental.id);
  if (isEditable) return <LineTable rental={rental} editor={editor} />;
  const { discount } = linesTotal(rental.items, rental);
  return (
    <>
      <UnsavedForm
        editor={editor}
        reason={`The status of this ${rental.noun} changed meanwhile: its lines can no longer be edited.`}
      />
      <RentalItems items={rental.items} total={rental.total_price} discount={discount} />
    </>
  );
}

/** Worth of a quote after its rental was changed, and the way on. */
const OUTDATED = {
  order: ', which no longer counts. Revise it under Money, or make the invoice.',
  enquiry: ', which still offers what it says. Revise it under Documents.',
};

export interface ChangedQuoteNoticeProps {
  noun: EditedRental['noun'];
  quote: ChangedQuote | null | undefined;
}

/** Says that an enquiry or order has changed since its quote. Nothing where both agree. */
export function ChangedQuoteNotice({ noun, quote }: ChangedQuoteNoticeProps) {
  if (!quote) return null;
  return (
    <p role="status" className="mb-3 rounded-sm bg-amber-pale px-3 py-2.5 text-sm">
      This {noun} has changed since {quote.accepted ? 'the customer accepted quote' : 'quote'}{' '}
      <DocumentPageLink
        id={quote.id}
        className="font-medium whitespace-nowrap text-teal-deep tabular-nums underline underline-offset-2"
      >
        {quote.number}
      </DocumentPageLink>
      {OUTDATED[noun]}
    </p>
  );
}
