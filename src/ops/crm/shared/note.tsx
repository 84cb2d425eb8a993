import { useEffect, useRef, useState, type FormEvent } from 'react';
import { deleteNote, editNote } from '#data/crm/customers.ts';
import type { CustomerNote } from '#domain/crm/customer.ts';
import { staffNameOf } from '#domain/crm/staff-name.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { TextArea } from '#ui/field.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { useProfile } from '../../kit/profile.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useCustomerChange } from './use-customer-change.ts';

/** Most characters of a note. */
export const LONGEST_NOTE = 2000;

/** An edited note, with `edited_at` of the version it is based on. */
interface NoteDraft {
  note: string;
  seen: string | null;
}

/** A note on a customer, enquiry or order; its author and admins may edit it and, after confirming, delete it. */
export function Note({ note }: { note: CustomerNote }) {
  const api = useStaffApi();
  const profile = useProfile();
  const [draft, setDraft] = useDraft<NoteDraft>(`edit-note:${note.id}`);
  const edit = useCustomerChange(
    (to: string) => editNote(api, note, to),
    { done: 'Note edited', failure: 'Error editing note' },
    () => setDraft(null),
  );
  const mayChange = profile?.role === 'admin' || note.author === profile?.id;
  const isEditing = mayChange && draft !== null;
  const place = useFocusOnChange(isEditing);
  if (isEditing) {
    const submit = (event: FormEvent) => {
      event.preventDefault();
      const typed = draft.note.trim();
      if (typed === note.note) setDraft(null);
      else if (typed) edit.mutate(typed);
    };
    return (
      <li ref={place} className="py-3">
        <form onSubmit={submit}>
          <TextArea
            label={`Note of ${formatMoment(note.created_at)}`}
            rows={3}
            maxLength={LONGEST_NOTE}
            value={draft.note}
            error={
              draft.seen === note.edited_at
                ? undefined
                : `Edited meanwhile, and now says: “${note.note}”. Saving replaces that.`
            }
            onChange={(event) => setDraft({ ...draft, note: event.target.value })}
          />
          <div className="flex gap-2">
            <Button
              type="submit"
              variant="secondary"
              size="sm"
              busy={edit.isPending}
              disabled={!draft.note.trim()}
            >
              {edit.isPending ? 'Saving...' : 'Save note'}
            </Button>
            <Button variant="quiet" size="sm" onClick={() => setDraft(null)}>
              Cancel
            </Button>
          </div>
        </form>
      </li>
    );
  }
  return (
    <li ref={place} className="py-3 text-sm">
      <p className="break-words whitespace-pre-line">
        {edit.isPending ? edit.variables : note.note}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-ink-quiet">
        <p>
          {note.number && `${note.number} · `}
          {signature(note)}
        </p>
        {mayChange && (
          <span className="-mr-3.5 ml-auto flex">
            <Button
              variant="quiet"
              size="sm"
              aria-label={`Edit note of ${formatMoment(note.created_at)}`}
              onClick={() => setDraft({ note: note.note, seen: note.edited_at })}
            >
              Edit
            </Button>
            <DeleteNote note={note} />
          </span>
        )}
      </div>
    </li>
  );
}

/** Focuses the field when editing starts and the first button when it ends. */
function useFocusOnChange(isEditing: boolean) {
  const place = useRef<HTMLLIElement>(null);
  const was = useRef(isEditing);
  useEffect(() => {
    if (was.current === isEditing) return;
    was.current = isEditing;
    place.current?.querySelector<HTMLElement>(isEditing ? 'textarea' : 'button')?.focus();
  }, [isEditing]);
  return place;
}

/** Author and time, and the last editor and time if it was edited. */
function signature(note: CustomerNote): string {
  const author = note.author ? staffNameOf(note.author, note.author_name) : 'Staff';
  const written = `${author}, ${formatMoment(note.created_at)}`;
  if (!note.edited_at) return written;
  const editor =
    note.edited_by && note.edited_by !== note.author
      ? ` by ${staffNameOf(note.edited_by, note.editor_name)}`
      : '';
  return `${written} · edited${editor}, ${formatMoment(note.edited_at)}`;
}

function DeleteNote({ note }: { note: CustomerNote }) {
  const api = useStaffApi();
  const [asked, setAsked] = useState(false);
  const remove = useCustomerChange((id: string) => deleteNote(api, id), {
    done: 'Note deleted',
    failure: 'Error deleting note',
  });
  return (
    <>
      <Button
        variant="danger"
        size="sm"
        busy={remove.isPending}
        aria-label={`Delete note of ${formatMoment(note.created_at)}`}
        onClick={() => setAsked(true)}
      >
        Delete
      </Button>
      <ConfirmDialog
        open={asked}
        title="Delete this note?"
        text={<p className="line-clamp-3 break-words">{note.note}</p>}
        onCancel={() => setAsked(false)}
      >
        <Button
          variant="danger"
          onClick={() => {
            setAsked(false);
            remove.mutate(note.id);
          }}
        >
          Delete
        </Button>
        <Button variant="secondary" onClick={() => setAsked(false)}>
          Keep
        </Button>
      </ConfirmDialog>
    </>
  );
}
