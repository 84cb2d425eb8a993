import { amountText, type ChargeEntry, type ProposedCharge } from '#domain/desk/desk-charges.ts';
import { useId } from 'react';

type ChargeEntries = Readonly<Record<string, ChargeEntry>>;

export interface DeskChargesProps {
  title?: string;
  /** Before what the amounts are. */
  text?: string;
  className?: string;
  proposed: readonly ProposedCharge[];
  entries: ChargeEntries;
  /** Ids of charges whose amount cannot be read. */
  invalid: readonly string[];
  onChange: (entries: ChargeEntries) => void;
}

/** Proposed charges of a return: accepted as they are, changed, or dropped. */
export function DeskCharges(props: DeskChargesProps) {
  const { title = 'Charges', text, className = 'mt-5 border-t border-rule pt-3' } = props;
  const { proposed, entries, invalid, onChange } = props;
  const change = (id: string, entry: ChargeEntry) =>
    onChange({ ...entries, [id]: { ...entries[id], ...entry } });
  return (
    <fieldset className={className}>
      <legend className="float-left w-full text-sm font-semibold">{title}</legend>
      {text && <p className="clear-both text-sm">{text}</p>}
      <p className="clear-both text-xs text-ink-quiet">Rupees without GST, added to the order.</p>
      <ul className="mt-1 divide-y divide-rule">
        {proposed.map((one) => {
          return (
            <Charge
              key={one.id}
              proposed={one}
              entry={entries[one.id]}
              isInvalid={invalid.includes(one.id)}
              onChange={(entry) => change(one.id, entry)}
            />
          );
        })}
      </ul>
    </fieldset>
  );
}

interface ChargeProps {
  proposed: ProposedCharge;
  entry: ChargeEntry | undefined;
  isInvalid: boolean;
  onChange: (entry: ChargeEntry) => void;
}

function Charge({ proposed, entry, isInvalid, onChange }: ChargeProps) {
  const errorId = useId();
  const isOn = !entry?.isDropped;
  const { description } = proposed;
  return (
    <li className="flex flex-wrap items-center gap-x-4 py-1.5 text-sm">
      <label className="flex min-h-11 min-w-0 grow basis-0 items-center gap-3">
        <input
          type="checkbox"
          checked={isOn}
          onChange={() => onChange({ isDropped: isOn })}
          className="size-5 shrink-0 accent-teal"
        />
        <span className="min-w-0 break-words">{description}</span>
      </label>
      <span className="flex items-center gap-1.5">
        ₹
        <input
          inputMode="decimal"
          autoComplete="off"
          placeholder="None"
          aria-label={`Amount: ${description}`}
          aria-invalid={isInvalid || undefined}
          aria-describedby={isInvalid ? errorId : undefined}
          disabled={!isOn}
          value={isOn ? amountText(proposed, entry) : ''}
          onChange={(event) => onChange({ amount: event.target.value })}
          className="h-11 w-24 rounded-field border border-rule-strong bg-surface px-2.5 text-right text-base tabular-nums hover:border-ink-quiet disabled:opacity-50 aria-invalid:border-red"
        />
      </span>
      {isInvalid && (
        <p id={errorId} role="alert" className="basis-full text-right text-red">
          Enter an amount like 1250 or 99.50
        </p>
      )}
    </li>
  );
}
