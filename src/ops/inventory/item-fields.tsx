import type { UseFormReturn } from 'react-hook-form';
import type {
  InventoryKind,
  InventoryLookup,
  ItemColumns,
  ItemForm,
} from '#domain/inventory/inventory-kind.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { SwitchField } from '#ui/switch.tsx';
import { ImageFields } from './image-fields.tsx';
import type { LookupOptions } from './use-lookups.ts';
import type { Uploads } from './use-uploads.ts';

/** The form of an item as its fields are given it. */
export type ItemFormReturn = UseFormReturn<ItemForm, unknown, ItemColumns>;

/** Props of {@link ItemFields}. */
export interface ItemFieldsProps {
  kind: InventoryKind;
  form: ItemFormReturn;
  lookups: LookupOptions;
  uploads: Uploads;
}

const SWITCHES = [
  { field: 'in_studio', label: 'in studio', hint: 'For use in the studio only.' },
  { field: 'active', label: 'active', hint: 'Shown in the catalogue.' },
] as const;

/** All that can be said of an item of this kind, in one column. */
export function ItemFields({ kind, form, lookups, uploads }: ItemFieldsProps) {
  const values = form.watch();
  const field = (name: string) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  const number = (name: string, label: string, step: string, min = '0') => ({
    ...field(name),
    label: `${label} *`,
    type: 'number',
    inputMode: step === '1' ? ('numeric' as const) : ('decimal' as const),
    min,
    step,
    // why: a page scrolled over a focused number would change it.
    onWheel: (event: { currentTarget: HTMLElement }) => event.currentTarget.blur(),
  });
  const advice = kind.quantityAdvice;
  const isBelow = advice && Number(values['quantity']) < advice.below;
  return (
    <>
      <TextField {...field('name')} label="Name *" autoComplete="off" />
      <TextArea {...field('description')} label="Description *" className="mt-2" />
      <div className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
        {kind.lookups.map((lookup) => (
          <LookupField
            key={lookup.field}
            lookup={lookup}
            options={lookups[lookup.field] ?? []}
            {...field(lookup.field)}
            value={String(values[lookup.field] ?? '')}
          />
        ))}
      </div>
      <div className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {kind.measures.map(({ field: name, rule }) => (
          <TextField key={name} {...number(name, `${rule.label} (ft)`, '0.1', '0.1')} />
        ))}
        <TextField {...number('price', 'Price (₹/day)', '0.01')} />
        <TextField
          {...number('quantity', 'Quantity', '1')}
          hint={isBelow ? advice.text : undefined}
        />
      </div>
      <div className="mt-3 mb-6 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {SWITCHES.map(({ field: name, label, hint }) => (
          <SwitchField
            key={name}
            label={label}
            hint={hint}
            checked={values[name] === true}
            onChange={(on) => form.setValue(name, on)}
          />
        ))}
      </div>
      <ImageFields form={form} uploads={uploads} />
    </>
  );
}

type LookupFieldProps = {
  lookup: InventoryLookup;
  options: LookupOptions[string];
  value: string;
} & Omit<Parameters<typeof SelectField>[0], 'label' | 'value'>;

/** Chooses from a lookup; while its list is empty it says so by the spec's words (back office §2). */
function LookupField({ lookup, options, ...select }: LookupFieldProps) {
  const { label, loading, rule } = lookup;
  const needed = 'required' in rule || lookup.starred === true;
  const none = 'none' in rule ? rule.none : `Select ${label.toLowerCase()}`;
  const isListed = options.some(({ id }) => id === select.value);
  return (
    <SelectField {...select} label={needed ? `${label} *` : label} optional={!needed}>
      <option value="">{options.length > 0 ? none : loading}</option>
      {select.value && !isListed && (
        <option value={select.value}>{options.length > 0 ? 'No longer listed' : loading}</option>
      )}
      {options.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </SelectField>
  );
}
