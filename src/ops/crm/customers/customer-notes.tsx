import type { FormEvent } from 'react';
import { addNote } from '#data/customers.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { useDraft } from '../../shell/drafts.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { LONGEST_NOTE, Note } from './note.tsx';
import { CustomerSection } from './customer-section.tsx';
import { useCustomerChange } from './use-customer-change.ts';

/** What staff wrote down about a customer, and a place to write more. */
export function CustomerNotes({ customer }: { customer: CustomerRecord }) {
  return (
    <CustomerSection title="Staff notes" count={customer.notes.length}>
      {!customer.erased_at && <NoteForm customer={customer} />}
      <ul className="divide-y divide-rule">
        {customer.notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
    </CustomerSection>
  );
}

/** A note that is being written, with the id that it will have, again after a lost answer. */
interface NewNote {
  id: string;
  note: string;
}

function NoteForm({ customer }: { customer: CustomerRecord }) {
  const api = useStaffApi();
  const [draft, keepDraft] = useDraft<NewNote>(`note:${customer.customer_number}`);
  const add = useCustomerChange(
    (note: NewNote) => addNote(api, customer.id, note),
    { done: 'Note added', failure: 'Error adding note' },
    () => keepDraft(null),
  );
  const text = draft?.note ?? '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft && text.trim()) add.mutate({ ...draft, note: text.trim() });
  };
  return (
    <form onSubmit={submit}>
      <TextArea
        label="New note"
        rows={3}
        maxLength={LONGEST_NOTE}
        value={text}
        onChange={({ target: { value } }) =>
          keepDraft(value ? { id: draft?.id ?? randomUuid(), note: value } : null)
        }
      />
      <Button
        type="submit"
        variant="secondary"
        size="sm"
        busy={add.isPending}
        disabled={!text.trim()}
      >
        {add.isPending ? 'adding...' : 'add note'}
      </Button>
    </form>
  );
}
