import type { CustomerRecord } from '#domain/crm/customer.ts';
import { NoteForm } from '../shared/note-form.tsx';
import { Note } from '../shared/note.tsx';
import { CustomerSection } from './customer-section.tsx';

/** Staff notes on a customer and on their enquiries and orders, with a form for a new one. */
export function CustomerNotes({ customer }: { customer: CustomerRecord }) {
  return (
    <CustomerSection title="Staff notes" count={customer.notes.length}>
      {!customer.erased_at && (
        <NoteForm number={customer.customer_number} about={{ customer_id: customer.id }} />
      )}
      <ul className="divide-y divide-rule">
        {customer.notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
    </CustomerSection>
  );
}
