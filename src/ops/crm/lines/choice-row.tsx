import type { ReactNode } from 'react';

export interface ChoiceRowProps {
  /** `radio`: one of several solutions; `checkbox`: in addition to them. */
  type: 'radio' | 'checkbox';
  /** Groups the radio buttons of a line. */
  name: string;
  checked: boolean;
  onSelect: (checked: boolean) => void;
  /** The label. */
  children: ReactNode;
  /** Fields of the choice, shown while it is selected. */
  fields?: ReactNode;
}

/** One thing that can be done about a line: a large radio button or checkbox, and its fields. */
export function ChoiceRow({ type, name, checked, onSelect, children, fields }: ChoiceRowProps) {
  return (
    <div className="border-t border-rule has-[>label>input:checked]:bg-teal-pale">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 px-3 py-1.5 hover:bg-paper-deep has-checked:hover:bg-teal-pale">
        <input
          type={type}
          name={name}
          checked={checked}
          onChange={(event) => onSelect(event.target.checked)}
          className="size-4 shrink-0 accent-teal"
        />
        <span className="min-w-0 grow">{children}</span>
      </label>
      {checked && fields && <div className="px-3 pb-3 pl-10">{fields}</div>}
    </div>
  );
}
