import { useState } from 'react';
import { settingProblem } from '#domain/settings/rules/rule.ts';
import { isTypedList, valueFromTyped } from '#domain/settings/typed-value.ts';
import { SettingField } from '../fields/setting-field.tsx';
import { ListField } from './list-field.tsx';
import type { EditedField } from './list-row.tsx';

/** A field that shows its problem once it was left, or at once with `showProblems`. */
export function CheckedField(props: EditedField) {
  const { rule, value, refusal, showProblems, ...field } = props;
  const [isTouched, setTouched] = useState(false);
  if (rule.type === 'list') {
    return (
      <ListField
        {...props}
        rule={rule}
        rows={isTypedList(value) ? value : []}
        renderField={(cell) => <CheckedField {...cell} />}
      />
    );
  }
  if (isTypedList(value)) return null;
  const problem = settingProblem(rule, valueFromTyped(rule, value)) ?? undefined;
  return (
    <SettingField
      label={field.label}
      help={field.help}
      rule={rule}
      value={value}
      error={refusal ?? (isTouched || showProblems ? problem : undefined)}
      onChange={field.onChange}
      onBlur={() => setTouched(true)}
      pictures={field.pictures}
    />
  );
}
