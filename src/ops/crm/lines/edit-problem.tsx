import { Button } from '#ui/button.tsx';
import type { RentalEdits } from './use-edits.ts';

export interface EditProblemNoticeProps {
  edits: RentalEdits;
  /** The field, as in `RentalEdit.at`. */
  at: string;
  /** Gives up the edit; by default only the notice is closed. */
  onGiveUp?: () => void;
}

/** Why the last edit of a field was not saved, with the ways out as buttons. Empty without a problem. */
export function EditProblemNotice({ edits, at, onGiveUp }: EditProblemNoticeProps) {
  const problem = edits.problem(at);
  const giveUp = () => {
    edits.dismiss(at);
    onGiveUp?.();
  };
  return (
    <div role="alert">
      {problem && (
        <div className="my-1 rounded-sm bg-red-pale px-3 py-2 text-sm">
          <p className="text-red">{problem.text}</p>
          <p className="mt-1.5 flex flex-wrap gap-2">
            {problem.solutions.map(({ label, ...solution }) => (
              <Button
                key={label}
                variant="secondary"
                size="sm"
                className="max-w-full whitespace-normal max-sm:h-auto max-sm:min-h-11"
                onClick={() => edits.save({ ...problem.edit, ...solution })}
              >
                {label}
              </Button>
            ))}
            <Button variant="quiet" size="sm" onClick={giveUp}>
              {problem.giveUp}
            </Button>
          </p>
        </div>
      )}
    </div>
  );
}
