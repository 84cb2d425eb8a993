import { useId, useState, type FormEvent } from 'react';
import type { ItemsChange } from '#data/inventory-bulk.ts';
import { amountProblem } from '#domain/inventory/fields.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { lookupFilters } from '#domain/inventory/inventory-search.ts';
import { Button } from '#ui/button.tsx';
import { useLookups, type LookupOptions } from '../shared/use-lookups.ts';
import { ChangeQuestion } from './change-question.tsx';
import { useItemsChange } from './use-items-change.ts';

const CONTROL =
  'h-11 rounded-sm border border-rule-strong bg-surface px-2 text-base text-ink hover:border-ink-quiet sm:h-9 sm:text-sm pointer-coarse:h-11';

/** Values of a choice that is no text. */
const YES = 'yes';
const NO = 'no';
const NONE = 'none';

/** Props of {@link ChangeForm}. */
export interface ChangeFormProps {
  kind: InventoryKind;
  ids: readonly string[];
  /** Whether to ask first: there are more items than the page shows. */
  asks: boolean;
  /** The items were changed. */
  onDone: () => void;
}

/** Gives all chosen items one value: active, in studio, price, or what the kind is filtered by. */
export function ChangeForm({ kind, ids, asks, onDone }: ChangeFormProps) {
  const lookups = useLookups(kind);
  const error = useId();
  const [what, setWhat] = useState('active');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState('');
  const [asked, setAsked] = useState<ItemsChange>();
  const change = useItemsChange(kind, onDone);
  const choices = choicesOf(kind, lookups, what);
  // why: a list may come in after it was asked for; what the control shows is what is meant.
  const meant = choices ? (choices.find((one) => one.value === value) ?? choices[0])?.value : value;
  const choose = (next: string) => {
    setWhat(next);
    setValue('');
    setProblem('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending || meant === undefined) return;
    const wrong = what === 'price' ? amountProblem(meant, kind.messages.price) : null;
    setProblem(wrong ?? '');
    if (wrong) return;
    const values = { [what]: typed(what, meant) };
    if (asks) setAsked(values);
    else change.mutate({ ids, values });
  };
  return (
    <form
      noValidate
      aria-label="Change the chosen items"
      onSubmit={submit}
      className="flex flex-wrap items-center gap-2"
    >
      <label className="flex items-center gap-2 text-ink-quiet">
        set
        <select
          aria-label="set what"
          value={what}
          onChange={(event) => choose(event.target.value)}
          className={CONTROL}
        >
          <option value="active">active</option>
          <option value="in_studio">in studio</option>
          <option value="price">price (₹/day)</option>
          {lookupFilters(kind).map(({ key, label }) => (
            <option key={key} value={key}>
              {label.toLowerCase()}
            </option>
          ))}
        </select>
      </label>
      <label className="flex items-center gap-2 text-ink-quiet">
        to
        {choices ? (
          <select
            aria-label="to value"
            value={meant}
            onChange={(event) => setValue(event.target.value)}
            className={`${CONTROL} max-w-44`}
          >
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        ) : (
          <input
            aria-label="to value"
            inputMode="decimal"
            autoComplete="off"
            value={value}
            maxLength={20}
            aria-invalid={problem ? true : undefined}
            aria-describedby={error}
            onChange={(event) => setValue(event.target.value)}
            className={`${CONTROL} w-28 tabular-nums`}
          />
        )}
      </label>
      <Button type="submit" size="sm" busy={change.isPending}>
        {change.isPending ? 'saving...' : 'apply'}
      </Button>
      <p id={error} aria-live="polite" className="text-red empty:hidden">
        {problem}
      </p>
      <ChangeQuestion
        kind={kind}
        lookups={lookups}
        count={ids.length}
        values={asked}
        onNo={() => setAsked(undefined)}
        onYes={(values) => {
          setAsked(undefined);
          change.mutate({ ids, values });
        }}
      />
    </form>
  );
}

interface Choice {
  value: string;
  label: string;
}

/** What can be chosen; null where a number is typed. */
function choicesOf(kind: InventoryKind, lookups: LookupOptions, what: string): Choice[] | null {
  if (what === 'price') return null;
  const lookup = kind.lookups.find(({ key }) => key === what);
  if (!lookup) {
    return [
      { value: YES, label: 'yes' },
      { value: NO, label: 'no' },
    ];
  }
  const options = (lookups[lookup.field] ?? []).map(({ id, label }) => ({ value: id, label }));
  return 'none' in lookup.rule ? [...options, { value: NONE, label: lookup.rule.none }] : options;
}

function typed(what: string, value: string): ItemsChange[string] {
  if (what === 'active' || what === 'in_studio') return value === YES;
  if (what === 'price') return Number(value);
  return value === NONE ? null : value;
}
