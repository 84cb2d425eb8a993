import { exceptions, type LineEntry } from '#domain/desk/desk-counts.ts';
import { leftOf, type DeskLine, type DeskStep } from '#domain/desk/pick-list.ts';
import { classNames } from '#ui/class-names.ts';

export interface DeskPiecesProps {
  line: DeskLine;
  entry: LineEntry;
  step: DeskStep;
  onChange: (change: LineEntry) => void;
}

/** The numbered pieces of a line, to select the ones that move; optional, as the count alone is enough. */
export function DeskPieces({ line, entry, step, onChange }: DeskPiecesProps) {
  const offered = line.pieces.filter(({ out }) => out === (step === 'return'));
  const { pieces = [], count = 0 } = entry;
  const most = leftOf(line, step) - exceptions(entry);
  const toggle = (id: string) => {
    if (pieces.includes(id)) {
      onChange({ pieces: pieces.filter((one) => one !== id), count: Math.max(0, count - 1) });
    } else if (pieces.length < most) {
      onChange({ pieces: [...pieces, id], count: Math.max(count, pieces.length + 1) });
    }
  };
  if (offered.length === 0) return null;
  return (
    <fieldset className="mt-2 pl-15">
      <legend className="sr-only">Pieces of {line.name}</legend>
      <div className="flex flex-wrap gap-1.5">
        {offered.map(({ id, code }) => {
          const isOn = pieces.includes(id);
          return (
            <button
              key={id}
              type="button"
              aria-pressed={isOn}
              onClick={() => toggle(id)}
              className={classNames(
                'h-11 rounded-sm border px-2.5 text-xs tabular-nums sm:h-8',
                isOn ? 'border-green bg-green-pale text-green' : 'border-rule-strong bg-surface',
              )}
            >
              {code}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
