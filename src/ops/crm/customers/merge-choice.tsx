import { classNames } from '#ui/class-names.ts';

export interface MergeChoiceProps {
  legend: string;
  name: string;
  /** Of the two customers, in the order of the columns. */
  options: readonly { text: string; note?: string }[];
  selected: 0 | 1;
  onSelect: (side: 0 | 1) => void;
}

/** A choice between the values of two customers, side by side. */
export function MergeChoice({ legend, name, options, selected, onSelect }: MergeChoiceProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs text-ink-quiet">{legend}</legend>
      <div className="grid grid-cols-2 gap-2">
        {options.map(({ text, note }, at) => {
          const side = at === 0 ? 0 : 1;
          return (
            <label
              key={side}
              className={classNames(
                'flex min-h-11 cursor-pointer items-start gap-2 rounded-sm border px-2.5 py-2',
                side === selected
                  ? 'border-teal bg-teal-pale'
                  : 'border-rule hover:border-ink-quiet',
              )}
            >
              <input
                type="radio"
                name={name}
                checked={side === selected}
                onChange={() => onSelect(side)}
                className="mt-0.5 size-4 shrink-0 accent-teal"
              />
              <span className="min-w-0">
                <span className="block font-medium break-words tabular-nums">{text}</span>
                {note && <span className="block text-xs text-ink-quiet tabular-nums">{note}</span>}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
