import { draftDifferences } from '#domain/documents/draft-differences.ts';
import { editedDraft, readDocumentDraft } from '#domain/documents/edited-draft.ts';
import { Button } from '#ui/button.tsx';
import { useInView } from '#ui/use-in-view.ts';
import type { DocumentEditing } from './use-document-draft.ts';

/** Compares a draft that somebody else saved meanwhile with the one typed here, and asks for the decision. */
export function DraftConflict({ editing }: { editing: DocumentEditing }) {
  const { theirs, typed, keepMine, takeTheirs } = editing;
  const section = useInView<HTMLElement>(theirs);
  if (!theirs) return null;
  const saved = readDocumentDraft(editedDraft(theirs)).draft;
  const rows = draftDifferences(typed.draft, saved, theirs.billing_profiles);
  return (
    <section
      ref={section}
      role="alert"
      aria-label="Changed meanwhile"
      className="rounded-sm bg-red-pale px-3 py-2.5 text-sm"
    >
      <h2 className="font-medium text-red">Somebody else changed this draft meanwhile</h2>
      <table className="mt-2 w-full">
        <thead>
          <tr className="text-left text-xs text-ink-quiet">
            <th scope="col" className="pr-3 font-medium">
              Field
            </th>
            <th scope="col" className="pr-3 font-medium">
              Yours, not saved
            </th>
            <th scope="col" className="font-medium">
              Theirs, saved
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, mine, theirs: other }) => (
            <tr key={label} className="border-t border-rule align-top">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                {label}
              </th>
              <td className="py-1 pr-3 wrap-anywhere">{mine}</td>
              <td className="py-1 wrap-anywhere">{other}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={keepMine}>
          Keep mine
        </Button>
        <Button variant="secondary" size="sm" onClick={takeTheirs}>
          Take theirs
        </Button>
      </div>
    </section>
  );
}
