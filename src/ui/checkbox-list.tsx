import { formatCount } from './count.ts';

/** One option; `count` is how many results it leads to. */
export interface CheckboxOption {
  value: string;
  label: string;
  count?: number | undefined;
  /** A CSS colour to show beside the label; null for a mix of colours. */
  swatch?: string | null | undefined;
}

export interface CheckboxListProps {
  /** Names the group: 'Colour'. */
  label: string;
  options: readonly CheckboxOption[];
  selected: readonly string[];
  /** Called with the selected values, in the order of the options. */
  onChange: (selected: string[]) => void;
  /** Field name in a form submitted without JavaScript. */
  name?: string | undefined;
}

/** A group of checkboxes with counts, for a sheet or a menu's panel. */
export function CheckboxList({ label, options, selected, onChange, name }: CheckboxListProps) {
  const toggle = (value: string, on: boolean) => {
    const next = new Set(selected);
    if (on) next.add(value);
    else next.delete(value);
    onChange(options.map((option) => option.value).filter((each) => next.has(each)));
  };
  return (
    <fieldset>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="option">
          <input
            type="checkbox"
            name={name}
            value={option.value}
            checked={selected.includes(option.value)}
            onChange={(event) => toggle(option.value, event.target.checked)}
            className="box"
          />
          {option.swatch !== undefined && <Swatch colour={option.swatch} />}
          <span>{option.label}</span>
          {option.count !== undefined && <span className="count">{formatCount(option.count)}</span>}
        </label>
      ))}
    </fieldset>
  );
}

const MANY_COLOURS = 'conic-gradient(#e66 0 25%, #ec6 0 50%, #6b8 0 75%, #68c 0)';

/** A colour as a dot; null for a mix of colours. */
export function Swatch({ colour }: { colour: string | null }) {
  return <span aria-hidden className="swatch" style={{ background: colour ?? MANY_COLOURS }} />;
}
