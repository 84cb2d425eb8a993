import type { InventoryKind } from '#domain/inventory/inventory-kind.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import type { PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { ImageFields } from './image-fields.tsx';
import { LookupField } from './lookup-field.tsx';
import type { Lookups } from '../shared/use-lookups.ts';
import type { ItemFormReturn, Uploads } from './use-uploads.ts';

export interface ItemFieldsProps {
  kind: InventoryKind;
  form: ItemFormReturn;
  lookups: Lookups;
  uploads: Uploads;
  editor: PictureEditor;
  /** Opens the editor of the lookup with this key. */
  onList: (key: string) => void;
}

const SWITCHES = [
  { field: 'in_studio', label: 'in studio', hint: 'For use in the studio only.' },
  { field: 'active', label: 'active', hint: 'Shown in the catalogue.' },
] as const;

/** All input fields of an item of this kind. */
export function ItemFields({ kind, form, lookups, uploads, editor, onList }: ItemFieldsProps) {
  const values = form.watch();
  const field = (name: string) => ({
    ...form.register(name),
    error: form.formState.errors[name]?.message,
  });
  const number = (name: string, label: string, step: string, min = '0') => ({
    ...field(name),
    label,
    type: 'number',
    inputMode: step === '1' ? ('numeric' as const) : ('decimal' as const),
    min,
    step,
    // why: scrolling over a focused number field would change its value.
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
            lookups={lookups}
            onList={onList}
            {...field(lookup.field)}
            value={String(values[lookup.field] ?? '')}
          />
        ))}
      </div>
      <div className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-2 sm:[&>:last-child:nth-child(odd)]:col-span-2">
        {kind.measures.map(({ field: name, unit, rule }) => (
          <TextField
            key={name}
            {...number(name, `${rule.label} (${unit})${rule.required ? ' *' : ''}`, '0.1', '0.1')}
            optional={rule.required === null}
          />
        ))}
        <TextField {...number('price', 'Price (₹/day) *', '0.01')} />
        <TextField
          {...number('quantity', 'Quantity *', '1')}
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
      <ImageFields form={form} uploads={uploads} folder={kind.table} editor={editor} />
    </>
  );
}
