import { useController, useWatch, type UseFormReturn } from 'react-hook-form';
import { useQuery } from '@tanstack/react-query';
import { isPrintedSetting, unprintableNote } from '#domain/documents/unprintable.ts';
import { panContradiction } from '#domain/documents/tax-contradictions.ts';
import { wholeTaxNumber } from '#domain/settings/rules/gstin.ts';
import type { KnownSetting } from '#domain/settings/known-settings.ts';
import { secondFactorQuery } from '#data/staff/second-factor-state.ts';
import type { PictureEditor } from '../../pictures/use-picture-editor.tsx';
import { SettingField } from '../fields/setting-field.tsx';
import type { StudioValues } from './studio-values.ts';
import { REQUIRE_SECOND_FACTOR } from './use-studio-form.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface SettingFieldsProps {
  settings: readonly KnownSetting[];
  form: UseFormReturn<StudioValues>;
  /** Absent where no setting is a picture. */
  pictures?: PictureEditor | undefined;
}

/** The fields of some settings, two in a row where they fit. */
export function SettingFields({ settings, ...props }: SettingFieldsProps) {
  return (
    <div className="grid gap-x-4 gap-y-3 sm:grid-cols-2">
      {settings.map((setting) => (
        <div key={setting.key} className={isWide(setting.rule) ? 'sm:col-span-2' : undefined}>
          <StudioField setting={setting} {...props} />
        </div>
      ))}
    </div>
  );
}

type StudioFieldProps = Omit<SettingFieldsProps, 'settings'> & { setting: KnownSetting };

function StudioField({ setting: { key, label, help, rule }, form, pictures }: StudioFieldProps) {
  const name = key as `${string}.${string}`;
  const { field, fieldState } = useController({ control: form.control, name });
  // why: the studio's page has no lists.
  if (rule.type === 'list') return null;
  return (
    <>
      <SettingField
        label={label}
        help={help}
        rule={rule}
        value={field.value}
        error={fieldState.error?.message}
        onChange={field.onChange}
        onBlur={field.onBlur}
        controlRef={field.ref}
        pictures={pictures}
      />
      {isPrintedSetting(key) && <PrintNote text={field.value} />}
      {key === PAN && <PanNote form={form} />}
      {key === REQUIRE_SECOND_FACTOR && field.value === true && <OwnFactorWarning />}
    </>
  );
}

/** Names signs of a text that no document can print; it stops nobody. */
const PrintNote = ({ text }: { text: unknown }) => (
  <p role="status" className="mt-1 text-sm text-amber empty:hidden">
    {typeof text === 'string' && unprintableNote(text)}
  </p>
);

const PAN = 'identity.pan';

/** Names a PAN that is not the one in the GSTIN; it stops nobody. */
function PanNote({ form }: { form: UseFormReturn<StudioValues> }) {
  const [pan, gstin] = useWatch({ control: form.control, name: [PAN, 'identity.gstin'] });
  const whole = (typed: unknown) => wholeTaxNumber(typeof typed === 'string' ? typed : '');
  return (
    <p role="status" className="mt-1 text-sm text-amber empty:hidden">
      {panContradiction(whole(pan), whole(gstin))}
    </p>
  );
}

/** Whether a field takes the whole width. */
const isWide = (rule: { type: string; max?: number }) =>
  ['boolean', 'colour', 'picture', 'words', 'list'].includes(rule.type) ||
  (rule.type === 'text' && (rule.max ?? 0) >= 200);

/**
 * Warns an admin who requires a second factor of all staff and has none: saving closes the back office
 * to them until they have set one up.
 */
function OwnFactorWarning() {
  const { data: own } = useQuery(secondFactorQuery(useStaffApi()));
  if (own?.verified !== false) return null;
  return (
    <p role="alert" className="mt-2 rounded-md bg-amber-pale px-4 py-3 text-sm text-pretty">
      You have no second factor yourself. As soon as this is saved, you set one up before anything
      else opens. Have your phone with an authenticator app at hand, or set it up first in “Your
      account”.
    </p>
  );
}
