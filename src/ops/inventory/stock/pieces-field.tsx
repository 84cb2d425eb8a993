import { useId } from 'react';
import { piecesProblem, type KitComponent } from '#domain/stock/kit-components.ts';

export interface PiecesFieldProps {
  component: KitComponent;
  /** The typed text, while it may differ from the number; undefined: the number is shown. */
  typed: string | undefined;
  /** Undefined when the field is left with a number. */
  onType: (typed: string | undefined) => void;
}

/** The pieces of a component in one kit. A text that is no such number stays, with its problem. */
export function PiecesField({ component: { name, quantity }, typed, onType }: PiecesFieldProps) {
  const noteId = useId();
  const problem = typed === undefined ? undefined : piecesProblem(typed);
  return (
    <>
      <input
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        aria-label={`Quantity of ${name}`}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? noteId : undefined}
        value={typed ?? String(quantity)}
        onChange={({ target }) => onType(target.value)}
        onBlur={() => !problem && onType(undefined)}
        onFocus={({ target }) => target.select()}
        className={`h-11 w-16 rounded-field border bg-surface px-2 text-right text-base tabular-nums sm:h-9 sm:text-sm ${problem ? 'border-red' : 'border-rule-strong'}`}
      />
      {problem && (
        <p id={noteId} role="alert" className="order-last basis-full text-right text-xs text-red">
          {problem}
        </p>
      )}
    </>
  );
}
