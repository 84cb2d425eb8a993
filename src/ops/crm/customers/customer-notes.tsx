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

/** Staff notes on a customer, with a form for a new one. */
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

/** A draft of a note. The id is fixed before the first attempt, so that a retry is idempotent. */
interface NewNote {
  id: string;
  note: string;
}

function NoteForm({ customer }: { customer: CustomerRecord }) {
  const api = useStaffApi();
  const [draft, setDraft] = useDraft<NewNote>(`note:${customer.customer_number}`);
  const add = useCustomerChange(
    (note: NewNote) => addNote(api, customer.id, note),
    { done: 'Note added', failure: 'Error adding note' },
    () => setDraft(null),
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
          setDraft(value ? { id: draft?.id ?? randomUuid(), note: value } : null)
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
