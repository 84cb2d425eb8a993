import { MeanwhileNotice } from '../../kit/meanwhile-notice.tsx';
import { Button } from '#ui/button.tsx';

/** A setting that this form edits and that somebody else has changed meanwhile. */
export interface SettingConflict {
  key: string;
  label: string;
  /** The values in words. */
  mine: string;
  theirs: string;
  /** Name of the person who changed it; null for an unknown one. */
  by: string | null;
}

export interface SettingConflictsProps {
  conflicts: readonly SettingConflict[];
  onSettle: (key: string, choice: 'mine' | 'theirs') => void;
}

/** Shows both values of the settings that two admins changed, and asks which to use. */
export function SettingConflicts({ conflicts, onSettle }: SettingConflictsProps) {
  if (conflicts.length === 0) return null;
  return (
    <MeanwhileNotice>
      <p className="font-medium">
        Somebody else changed what you are changing. Nothing of yours was saved yet.
      </p>
      <ul className="mt-2 divide-y divide-amber/30">
        {conflicts.map(({ key, label, mine, theirs, by }) => (
          <li key={key} className="flex flex-wrap items-center gap-2 py-2">
            <div className="min-w-0 grow basis-64 wrap-anywhere">
              <p className="font-medium">{label}</p>
              <p className="whitespace-pre-line">Yours: {mine}</p>
              <p className="whitespace-pre-line">
                {by ?? 'Theirs'}: {theirs}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Keep mine: ${label}`}
                onClick={() => onSettle(key, 'mine')}
              >
                Keep mine
              </Button>
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Take theirs: ${label}`}
                onClick={() => onSettle(key, 'theirs')}
              >
                Take theirs
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </MeanwhileNotice>
  );
}
