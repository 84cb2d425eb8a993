import type { RentalTable } from '#data/crm/owners.ts';
import type { CustomerNote } from '#domain/crm/customer.ts';
import type { RentalCustomer } from '#domain/crm/rental.ts';
import { NoteForm } from './note-form.tsx';
import { Note } from './note.tsx';
import { OwnerSelect, type OwnedRental } from './owner-select.tsx';

export interface OwnerAndNotesProps {
  table: RentalTable;
  /** Number of the enquiry or order. */
  number: string;
  rental: OwnedRental & {
    customer: Pick<RentalCustomer, 'id' | 'erased_at'>;
    notes: readonly CustomerNote[];
  };
}

/** The sections "Owner" and "Staff notes" of the drawer of an enquiry or order. */
export function OwnerAndNotes({ table, number, rental }: OwnerAndNotesProps) {
  const { customer, notes } = rental;
  const about = {
    customer_id: customer.id,
    ...(table === 'orders' ? { order_id: rental.id } : { enquiry_order_id: rental.id }),
  };
  return (
    <div className="space-y-8">
      <section aria-label="Owner">
        <h3 className="mb-2 text-sm font-semibold">Owner</h3>
        <OwnerSelect table={table} rental={rental} />
      </section>
      <section aria-label="Staff notes">
        <h3 className="mb-2 text-sm font-semibold">Staff notes</h3>
        {!customer.erased_at && <NoteForm number={number} about={about} />}
        <ul className="divide-y divide-rule">
          {notes.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ul>
      </section>
    </div>
  );
}
