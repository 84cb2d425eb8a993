import { Controller, type UseFormReturn } from 'react-hook-form';
import type { KnownSetting } from '#domain/settings/known-settings.ts';
import type { SettingPicture } from '#domain/settings/site.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import { ColourField } from './colour-field.tsx';
import { LogoField } from './logo-field.tsx';
import type { StudioValues } from './use-studio-form.ts';

/** Props of {@link SettingField}. */
export interface SettingFieldProps {
  setting: KnownSetting;
  form: UseFormReturn<StudioValues>;
}

const INPUT_TYPES: Partial<Record<string, string>> = { email: 'email', phone: 'tel', url: 'url' };

/** The field of a setting, by its rule. */
export function SettingField({ setting, form }: SettingFieldProps) {
  const { key, label, help, rule } = setting;
  const name = key as `${string}.${string}`;
  const error = form.getFieldState(name, form.formState).error?.message;
  const common = { label, hint: help, error, autoComplete: 'off' };
  switch (rule.type) {
    case 'boolean':
      return (
        <Controller
          name={name}
          control={form.control}
          render={({ field }) => (
            <SwitchField
              label={label}
              hint={help ?? ''}
              checked={field.value === true}
              onChange={field.onChange}
            />
          )}
        />
      );
    case 'picture':
      return (
        <Controller
          name={name}
          control={form.control}
          render={({ field }) => (
            <LogoField
              {...common}
              value={field.value as SettingPicture}
              onChange={field.onChange}
            />
          )}
        />
      );
    case 'colour':
      return <ColourField {...common} name={name} form={form} />;
    case 'choice':
      return (
        <SelectField {...common} {...form.register(name)}>
          {rule.of.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      );
    case 'text':
      if (rule.multiline) {
        return <TextArea {...common} {...form.register(name)} optional={rule.optional} rows={3} />;
      }
      break;
    default:
  }
  const isNumber = rule.type === 'number' || rule.type === 'share';
  return (
    <TextField
      {...common}
      {...form.register(name)}
      label={rule.type === 'share' ? `${label} (%)` : label}
      optional={rule.optional}
      type={INPUT_TYPES[rule.type] ?? 'text'}
      inputMode={isNumber ? 'decimal' : rule.type === 'digits' ? 'numeric' : undefined}
    />
  );
}
