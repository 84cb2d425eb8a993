import { useId, type ComponentProps, type ReactNode } from 'react';

interface FieldTexts {
  /** Above the control; its accessible name. */
  label: string;
  /** Under the control while there is no error. */
  hint?: ReactNode;
  /** Replaces the hint and marks the control as invalid. */
  error?: string | undefined;
  /** The field may be empty. */
  optional?: boolean | undefined;
}

// why the scroll margin: a focused field must not end up under a sticky submit bar (WCAG 2.4.11).
const control =
  'w-full scroll-mb-44 rounded-field border bg-surface px-3 text-base text-ink placeholder:text-ink-quiet ' +
  'transition-colors duration-150 ease-calm hover:border-ink-quiet ' +
  'focus-visible:border-teal focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-teal ' +
  'disabled:bg-paper-deep disabled:text-ink-quiet';

// why not for every control: CSS counts a select as read-only.
const text = `${control} read-only:bg-paper-deep`;

const DATES: ReadonlySet<string | undefined> = new Set(['date', 'time']);

// why not a block: WebKit then draws the value of a date at the top edge.
const display = ({ type, value }: ComponentProps<'input'>) =>
  DATES.has(type) ? `flex items-center ${value === '' ? 'date-empty' : ''}` : 'block';

const border = (error: string | undefined) => (error ? 'border-red' : 'border-rule-strong');

export interface TextFieldProps extends FieldTexts, ComponentProps<'input'> {
  /** A button at the end of the control, 2.75rem wide. */
  end?: ReactNode;
}

/** A text input with label, hint and error. Takes the props of an `<input>`, `ref` included. */
export function TextField({ className, ...props }: TextFieldProps) {
  const { label, hint, error, optional, id, end, ...input } = props;
  const own = useFieldIds(id);
  const control = (
    <input
      {...input}
      id={own.control}
      aria-describedby={own.note}
      aria-invalid={error ? true : undefined}
      aria-required={optional ? undefined : true}
      className={`${text} ${display(input)} ${border(error)} h-11 ${end ? 'pr-11' : ''}`}
    />
  );
  return (
    <Frame {...{ label, hint, error, optional, className }} ids={own}>
      {end ? (
        <div className="relative">
          {control}
          <div className="absolute inset-y-0 right-0 flex w-11">{end}</div>
        </div>
      ) : (
        control
      )}
    </Frame>
  );
}

/** A text area with label, hint and error. Takes the props of a `<textarea>`. */
export function TextArea({ className, ...props }: FieldTexts & ComponentProps<'textarea'>) {
  const { label, hint, error, optional, id, ...area } = props;
  const own = useFieldIds(id);
  return (
    <Frame {...{ label, hint, error, optional, className }} ids={own}>
      <textarea
        rows={4}
        {...area}
        id={own.control}
        aria-describedby={own.note}
        aria-invalid={error ? true : undefined}
        aria-required={optional ? undefined : true}
        className={`${text} block ${border(error)} min-h-28 resize-y py-2.5`}
      />
    </Frame>
  );
}

/** A select with label, hint and error. Takes the props of a `<select>`; the options are its children. */
export function SelectField({ className, ...props }: FieldTexts & ComponentProps<'select'>) {
  const { label, hint, error, optional, id, ...select } = props;
  const own = useFieldIds(id);
  return (
    <Frame {...{ label, hint, error, optional, className }} ids={own}>
      <select
        {...select}
        id={own.control}
        aria-describedby={own.note}
        aria-invalid={error ? true : undefined}
        aria-required={optional ? undefined : true}
        className={`${control} block ${border(error)} h-11`}
      />
    </Frame>
  );
}

interface FieldIds {
  control: string;
  note: string;
}

function useFieldIds(id: string | undefined): FieldIds {
  const generated = useId();
  const base = id ?? generated;
  return { control: base, note: `${base}-note` };
}

function Frame({
  label,
  hint,
  error,
  optional,
  className,
  ids,
  children,
}: FieldTexts & { className?: string | undefined; ids: FieldIds; children: ReactNode }) {
  return (
    <div className={className}>
      <label htmlFor={ids.control} className="mb-1.5 block text-sm font-medium text-ink">
        {label}
        {optional && <span className="font-normal text-ink-quiet"> (optional)</span>}
      </label>
      {children}
      {/* why: one line is always reserved, so that an error does not shift the layout. */}
      <p
        id={ids.note}
        aria-live="polite"
        className={`mt-1 min-h-[1.4em] text-xs ${error ? 'text-red' : 'text-ink-quiet'}`}
      >
        {error ?? hint}
      </p>
    </div>
  );
}
