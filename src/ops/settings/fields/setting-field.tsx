import type { Ref } from 'react';
import { plainEmail } from '#domain/email.ts';
import type { ListRule, Rule } from '#domain/settings/rules/rule.ts';
import type { TypedSetting } from '#domain/settings/typed-setting.ts';
import { EmailField } from '#ui/email-field.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import type { PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { ColourField } from './colour-field.tsx';
import { PictureField } from './picture-field.tsx';

export interface SettingFieldProps {
  label: string;
  help?: string | undefined;
  rule: Exclude<Rule, ListRule>;
  value: TypedSetting;
  error?: string | undefined;
  onChange: (value: TypedSetting) => void;
  onBlur?: () => void;
  /** Of the control, to focus it. */
  controlRef?: Ref<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>;
  /** Of a picture, whose field is left out without it. */
  pictures?: PictureEditor | undefined;
}

const INPUT_TYPES: Partial<Record<string, string>> = { phone: 'tel', url: 'url' };

/** Part of a text's maximum from which its characters are counted. */
const COUNTED_FROM = 0.8;
/** Maximum length (characters) of a text in one line of a form. */
const LONGEST_LINE = 200;

/** The field of a setting, by its rule. */
export function SettingField(props: SettingFieldProps) {
  const { label, help, rule, value, error, onChange, onBlur, controlRef, pictures } = props;
  if (rule.type === 'boolean') {
    return (
      <SwitchField label={label} hint={help ?? ''} checked={value === true} onChange={onChange} />
    );
  }
  if (rule.type === 'picture') {
    if (!pictures) return null;
    const picture = typeof value === 'object' ? value : { url: null, alt: '' };
    return (
      <PictureField
        label={label}
        hint={help}
        error={error}
        value={picture}
        onChange={onChange}
        editor={pictures}
      />
    );
  }
  const text = typeof value === 'string' ? value : '';
  const common = {
    label,
    hint: hintOf(rule, help, text),
    error,
    optional: rule.optional,
    autoComplete: 'off',
    value: text,
    onBlur,
    ref: controlRef,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (rule.type) {
    case 'colour':
      return <ColourField {...common} onPick={onChange} />;
    case 'choice':
      return (
        <SelectField {...common}>
          {!rule.of.includes(text) && <option value="">Select one</option>}
          {rule.of.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </SelectField>
      );
    case 'text':
      if (rule.multiline) {
        return <TextArea {...common} dir="auto" rows={rule.max > LONGEST_LINE ? 5 : 3} />;
      }
      return <TextField {...common} dir="auto" />;
    case 'email':
      return <EmailField {...common} plain={plainEmail} />;
    case 'words':
      return <TextArea {...common} dir="auto" rows={5} spellCheck={false} />;
    default:
  }
  const isNumber = rule.type === 'number' || rule.type === 'share';
  return (
    <TextField
      {...common}
      label={rule.type === 'share' ? `${label} (%)` : label}
      type={INPUT_TYPES[rule.type] ?? 'text'}
      inputMode={isNumber ? 'decimal' : rule.type === 'digits' ? 'numeric' : undefined}
    />
  );
}

/** The help, and for a text near its limit the number of its characters. */
function hintOf(rule: Rule, help: string | undefined, text: string): string | undefined {
  if (rule.type !== 'text') return help;
  const length = Array.from(text.trim()).length;
  if (length < rule.max * COUNTED_FROM) return help ?? `At most ${rule.max} characters.`;
  return [help, `${length} of ${rule.max} characters.`].filter(Boolean).join(' ');
}
