import type { FormEvent } from 'react';
import { addNote, type NoteSubject } from '#data/crm/customers.ts';
import { randomUuid } from '#domain/uuid.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { LONGEST_NOTE } from './note.tsx';
import { useCustomerChange } from './use-customer-change.ts';

/** A draft of a note. The id is fixed before the first attempt, so that a retry is idempotent. */
interface NewNote {
  id: string;
  note: string;
}

export interface NoteFormProps {
  /** Number of the customer, enquiry or order, under which the draft is saved. */
  number: string;
  about: NoteSubject;
}

/** A form for a new note; what is typed stays as a draft until it is saved. */
export function NoteForm({ number, about }: NoteFormProps) {
  const api = useStaffApi();
  const [draft, setDraft] = useDraft<NewNote>(`note:${number}`);
  const add = useCustomerChange(
    (note: NewNote) => addNote(api, about, note),
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
        {add.isPending ? 'Adding...' : 'Add note'}
      </Button>
    </form>
  );
}
