import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ItemsChange } from '#data/stock/inventory-bulk.ts';
import { latinDigits } from '#domain/digits.ts';
import { amountProblem } from '#domain/inventory/fields.ts';
import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { lookupFilters } from '#domain/inventory/inventory-search.ts';
import { Button } from '#ui/button.tsx';
import { checkedTogether, useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useLookups, type LookupOptions } from '../shared/use-lookups.ts';
import { ConfirmBulkChange } from './confirm-bulk-change.tsx';
import { useItemsChange } from './use-items-change.ts';

const CONTROL =
  'h-11 rounded-sm border border-rule-strong bg-surface px-2 text-base text-ink hover:border-ink-quiet sm:h-9 sm:text-sm pointer-coarse:h-11';

/** Option values for booleans and null. */
const YES = 'yes';
const NO = 'no';
const NONE = 'none';

interface TypedChange {
  what: string;
  value: string;
}

export interface ChangeFormProps {
  kind: InventoryKind;
  ids: readonly string[];
  /** Whether to confirm first: the selection goes beyond the current page. */
  asks: boolean;
  onDone: () => void;
}

/** Sets one field of all selected items: active, in studio, price, or a lookup the kind filters by. */
export function ChangeForm({ kind, ids, asks, onDone }: ChangeFormProps) {
  const lookups = useLookups(kind);
  const error = useId();
  const { form, field, change } = useCheckedForm(
    checkedTogether(({ what, value }: TypedChange) => ({
      value: what === 'price' ? (amountProblem(value, kind.messages.price) ?? '') : '',
    })),
    { defaultValues: { what: 'active', value: '' }, whileTyping: 'clear all' },
  );
  const [what, value] = useWatch({ control: form.control, name: ['what', 'value'] });
  const { error: problem, ...valueField } = field('value');
  const [asked, setAsked] = useState<ItemsChange>();
  const save = useItemsChange(kind, onDone);
  const options = optionsOf(kind, lookups, what);
  // why: options may load late; until one is selected the control shows the first, so that counts.
  const effective = options
    ? (options.find((one) => one.value === value) ?? options[0])?.value
    : value;
  const submit = form.handleSubmit(() => {
    if (save.isPending || effective === undefined) return;
    const values = { [what]: typed(what, effective) };
    if (asks) setAsked(values);
    else save.mutate({ ids, values });
  });
  return (
    <form
      noValidate
      aria-label="Change the chosen items"
      onSubmit={(event) => void submit(event)}
      className="flex flex-wrap items-center gap-2"
    >
      <label className="flex items-center gap-2 text-ink-quiet">
        set
        <select
          aria-label="Set what"
          value={what}
          onChange={(event) => change({ what: event.target.value, value: '' })}
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
        {options ? (
          <select
            aria-label="To value"
            value={effective}
            onChange={(event) => change({ value: event.target.value })}
            className={`${CONTROL} max-w-44`}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        ) : (
          <input
            {...valueField}
            aria-label="To value"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            aria-invalid={problem ? true : undefined}
            aria-describedby={error}
            className={`${CONTROL} w-28 tabular-nums`}
          />
        )}
      </label>
      <Button type="submit" size="sm" busy={save.isPending}>
        {save.isPending ? 'Saving...' : 'Apply'}
      </Button>
      <p id={error} aria-live="polite" className="text-red empty:hidden">
        {problem}
      </p>
      <ConfirmBulkChange
        kind={kind}
        lookups={lookups}
        count={ids.length}
        values={asked}
        onCancel={() => setAsked(undefined)}
        onConfirm={(values) => {
          setAsked(undefined);
          save.mutate({ ids, values });
        }}
      />
    </form>
  );
}

interface Option {
  value: string;
  label: string;
}

/** Options for the field; null for a number field. */
function optionsOf(kind: InventoryKind, lookups: LookupOptions, what: string): Option[] | null {
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
  if (what === 'price') return Number(latinDigits(value));
  return value === NONE ? null : value;
}
