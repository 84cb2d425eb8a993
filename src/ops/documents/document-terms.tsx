import { DateField } from '#dates/date-field.tsx';
import { DOCUMENT_FACTS } from '#domain/documents/document-kinds.ts';
import type { DocumentRecord } from '#domain/documents/document-record.ts';
import { validityText } from '#domain/documents/quote-warnings.ts';
import { GST_PLACES, stateName } from '#domain/documents/gst-states.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { fieldId } from './field-ids.ts';
import type { DocumentEditing } from './use-document-draft.ts';

/** Why a document has its place of supply. */
const REASONS: Record<DocumentRecord['place_reason'], string> = {
  customer: 'the customer’s state',
  studio: 'the studio’s state, since the customer’s is not known',
  set: 'set here',
};

/** Validity, place of supply, discount and notes of a draft. */
export function DocumentTerms({ editing }: { editing: DocumentEditing }) {
  const { record, edited, problems, change } = editing;
  const place = record.place_of_supply;
  return (
    <>
      {DOCUMENT_FACTS[record.kind].isOffer && (
        <DateField
          id={fieldId('valid_until')}
          label="Valid until"
          value={edited.valid_until}
          error={problems['valid_until']}
          hint={validityText(edited.valid_until || null, record.first_day) ?? undefined}
          onChange={(event) => change({ valid_until: event.target.value })}
        />
      )}
      <SelectField
        id={fieldId('place_of_supply')}
        label="Place of supply"
        value={edited.place_of_supply ?? ''}
        error={problems['place_of_supply']}
        hint={place === null ? undefined : `${stateName(place)}: ${REASONS[record.place_reason]}.`}
        onChange={(event) => change({ place_of_supply: event.target.value || null })}
      >
        <option value="">by the rules</option>
        {[...GST_PLACES].map(([code, name]) => (
          <option key={code} value={code}>
            {code} · {name}
          </option>
        ))}
      </SelectField>
      <TextField
        id={fieldId('discount')}
        label="Discount on all lines"
        optional
        placeholder="10% or ₹500"
        autoComplete="off"
        value={edited.discount}
        error={problems['discount']}
        onChange={(event) => change({ discount: event.target.value })}
      />
      <TextArea
        id={fieldId('notes')}
        label="Notes for the customer"
        optional
        rows={3}
        maxLength={2000}
        value={edited.notes}
        error={problems['notes']}
        onChange={(event) => change({ notes: event.target.value })}
      />
    </>
  );
}
