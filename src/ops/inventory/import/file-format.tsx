import { ENCODINGS, SEPARATORS, type CsvFormat } from './read-csv.ts';

export interface FileFormatProps {
  /** The found or chosen format. */
  format: Partial<CsvFormat>;
  onChoose: (format: Partial<CsvFormat>) => void;
}

/** Encoding and separator of a file, to be chosen otherwise than they were found. */
export function FileFormat({ format, onChoose }: FileFormatProps) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Choice
        label="Encoding"
        value={format.encoding}
        options={ENCODINGS.map((one) => [one, one])}
        onChoose={(encoding) => onChoose({ ...format, encoding })}
      />
      <Choice
        label="Separator"
        value={format.separator}
        options={[
          [',', SEPARATORS[',']],
          [';', SEPARATORS[';']],
          ['\t', SEPARATORS['\t']],
        ]}
        onChoose={(separator) => onChoose({ ...format, separator })}
      />
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value | undefined;
  options: readonly (readonly [value: Value, text: string])[];
  onChoose: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label className="block">
      <span className="block font-medium">{label}</span>
      <select
        value={value ?? ''}
        onChange={(event) => {
          const chosen = options.find(([one]) => one === event.target.value);
          if (chosen) onChoose(chosen[0]);
        }}
        className="h-11 w-full rounded-field border border-rule-strong bg-surface px-2 text-base sm:text-sm"
      >
        {value === undefined && <option value="">found in the file</option>}
        {options.map(([one, text]) => (
          <option key={one} value={one}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
