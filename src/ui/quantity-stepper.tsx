import { Minus, Plus, Trash2 } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { Said } from './said.tsx';

interface QuantityStepperProps {
  /** Accessible name of what is counted: the item's name. */
  label: string;
  value: number;
  /** The whole number that a typed text is; null for none. */
  read: (typed: string) => number | null;
  min: number;
  max: number;
  onChange: (value: number) => void;
  disabled?: boolean;
  /** Lower and narrower, for lists; its buttons can be pressed 44 px high all the same. */
  compact?: boolean;
  /** Message at a typed number above `max`, which then stays; without it the number is lowered to `max`, and this said. */
  tooMany?: string | undefined;
  /** Name of the minus button at 1 where `min` is 0: a bin, as it removes what is counted. */
  removeLabel?: string;
}

/**
 * A whole number with minus and plus buttons, which can also be typed. Minus at `min` and plus at `max`
 * do nothing; a typed number is checked on blur or Enter, and a text that is none stays with its problem.
 */
export function QuantityStepper(props: QuantityStepperProps) {
  const {
    label,
    value,
    read,
    min,
    max,
    onChange,
    disabled = false,
    compact = false,
    tooMany,
  } = props;
  const removeLabel = value === 1 && props.removeLabel;
  const Less = removeLabel ? Trash2 : Minus;
  const errorId = useId();
  const [limit, setLimit] = useState('');
  const [cut, setCut] = useState('');
  const [draft, setDraft] = useState<{ text: string; over: number; error?: string } | null>(null);
  // why: a change from another tab wins over a half-typed number.
  const typed = draft?.over === value ? draft : null;
  const error = typed?.error;

  const commit = () => {
    if (!typed) return;
    const wanted = read(typed.text);
    const isBlank = typed.text.trim() === '';
    const problem = wanted === null ? 'Enter a whole number' : wanted > max && tooMany;
    setDraft(problem && !isBlank ? { ...typed, error: problem } : null);
    if (problem || wanted === null) return;
    change(wanted);
    if (wanted > max) setCut(`${max} is the most`);
    if (wanted < min) setCut(`${min} is the least`);
  };
  const change = (wanted: number) => {
    const clamped = Math.min(max, Math.max(min, wanted));
    setLimit('');
    setCut('');
    if (clamped !== value) onChange(clamped);
  };

  return (
    <>
      <div
        className={`inline-flex items-stretch rounded-control border bg-surface ${error ? 'border-red' : 'border-rule-strong'}`}
      >
        <StepButton
          label={removeLabel || `Decrease quantity of ${label}`}
          compact={compact}
          off={disabled || value <= min}
          onClick={() => change(value - 1)}
          onLimit={() => setLimit(`${min} is the least`)}
        >
          <Less aria-hidden className="size-4" />
        </StepButton>
        <input
          inputMode="numeric"
          autoComplete="off"
          aria-label={`Quantity of ${label}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || cut ? errorId : undefined}
          className={`${compact ? 'w-8' : 'w-11'} bg-transparent text-center text-base tabular-nums disabled:text-ink-quiet`}
          value={typed?.text ?? String(value)}
          disabled={disabled}
          maxLength={12}
          onChange={(event) => setDraft({ text: event.target.value, over: value })}
          onFocus={(event) => event.target.select()}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
            if (event.key === 'ArrowUp') change(value + 1);
            if (event.key === 'ArrowDown') change(value - 1);
          }}
        />
        <StepButton
          label={`Increase quantity of ${label}`}
          compact={compact}
          off={disabled || value >= max}
          onClick={() => change(value + 1)}
          onLimit={() => setLimit(`${max} is the most`)}
        >
          <Plus aria-hidden className="size-4" />
        </StepButton>
      </div>
      <Said>{limit}</Said>
      {(error || cut) && (
        <p
          id={errorId}
          role="alert"
          className={`text-xs ${error ? 'text-red' : 'text-ink-quiet'} max-sm:order-last max-sm:basis-full`}
        >
          {error || cut}
        </p>
      )}
    </>
  );
}

interface StepButtonProps {
  label: string;
  compact: boolean;
  off: boolean;
  onClick: () => void;
  /** It is pressed at its limit. */
  onLimit: () => void;
  children: ReactNode;
}

/** why: not disabled at its limit, as that would drop the focus. */
function StepButton({ label, compact, off, onClick, onLimit, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      data-off={off || undefined}
      className={`grid place-items-center text-ink hover:bg-paper-deep data-off:cursor-default data-off:text-rule-strong data-off:hover:bg-transparent ${compact ? 'relative size-8 after:absolute after:inset-x-0 after:-inset-y-1.5' : 'size-11'}`}
      onClick={off ? onLimit : onClick}
    >
      {children}
    </button>
  );
}
