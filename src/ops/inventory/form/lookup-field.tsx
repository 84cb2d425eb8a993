import type { InventoryLookup } from '#domain/inventory/inventory-kind.ts';
import { Button } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { isManaged } from '../lookups/lookups-dialog.tsx';
import type { Lookups } from '../shared/use-lookups.ts';

type LookupFieldProps = {
  lookup: InventoryLookup;
  lookups: Lookups;
  value: string;
  /** Opens the editor of the lookup with this key. */
  onList: (key: string) => void;
} & Omit<Parameters<typeof SelectField>[0], 'label' | 'value'>;

/**
 * Select field of a lookup. Shows when its values are loading; offers a retry if they failed to load,
 * and the lookup editor if there are none.
 */
export function LookupField({ lookup, lookups, onList, ...select }: LookupFieldProps) {
  const { field, label, plural, rule } = lookup;
  const options = lookups.options[field] ?? [];
  const state = lookups.states[field] ?? 'loading';
  const needed = 'required' in rule && (!rule.onlyIfListed || options.length > 0);
  const choice = 'none' in rule ? rule.none : `Select ${label.toLowerCase()}`;
  const empty = {
    loading: `Loading ${plural}...`,
    failed: `No ${plural} could be loaded`,
    read: `No ${plural} yet`,
  }[state];
  const isListed = options.some(({ id }) => id === select.value);
  return (
    <div>
      <SelectField {...select} label={needed ? `${label} *` : label} optional={!needed}>
        <option value="">{options.length > 0 ? choice : empty}</option>
        {select.value && !isListed && (
          <option value={select.value}>{options.length > 0 ? 'No longer listed' : empty}</option>
        )}
        {options.map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
      </SelectField>
      {state === 'failed' && (
        <Button variant="secondary" size="sm" onClick={lookups.retry}>
          load {plural} again
        </Button>
      )}
      {state === 'read' && options.length === 0 && isManaged(lookup) && (
        <Button variant="secondary" size="sm" onClick={() => onList(lookup.key)}>
          Add the first {label.toLowerCase()}
        </Button>
      )}
    </div>
  );
}
