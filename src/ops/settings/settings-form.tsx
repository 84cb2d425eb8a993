import { MeanwhileNotice } from '../kit/meanwhile-notice.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { saveAvailabilitySettings } from '#data/settings/availability-settings.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import {
  draftOf,
  settingChanges,
  settingsOf,
  settingsProblems,
  type AvailabilitySettings,
  type SettingChange,
  type SettingsDraft,
} from '#domain/settings/availability-settings.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { focusInvalid } from '../kit/forms/focus-invalid.ts';
import { checkedTogether, useCheckedForm } from '../kit/forms/use-checked-form.ts';
import { useSlowNotice } from '../kit/slow-notice.ts';
import { KIND_TITLES } from '../kit/kind-titles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { ClosedDaysFields } from './closed-days-fields.tsx';
import type { SettingsFieldsProps } from './settings-fields-props.ts';
import { TurnaroundFields } from './turnaround-fields.tsx';
import { VisitorsSeeFields } from './visitors-see-fields.tsx';
import { WeekdaysFields } from './weekdays-fields.tsx';

export interface SettingsFormProps {
  settings: AvailabilitySettings;
  /** False for staff who may only read them. */
  mayChange: boolean;
}

/**
 * The form of the settings, saved as a whole. Another admin's change is shown before it can be
 * overwritten.
 */
export function SettingsForm({ settings, mayChange }: SettingsFormProps) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const element = useRef<HTMLFormElement>(null);
  // The version that the edits are based on, and the one whose values the form began with.
  const [base, setBase] = useState(settings);
  const [first, setFirst] = useState(settings);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<readonly SettingChange[]>([]);
  useSlowNotice(busy);
  const saved = draftOf(base);
  const { form, problem, change } = useCheckedForm(checkedTogether(settingsProblems), {
    values: draftOf(first),
    // why: most of its controls are not those of one value.
    shouldFocusError: false,
  });
  // why the cast: each value has a default.
  const draft = useWatch({ control: form.control }) as SettingsDraft;
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const reset = (to: AvailabilitySettings) => {
    setBase(to);
    setFirst(to);
    setConflict([]);
    form.reset(draftOf(to));
  };
  // why: without edits the form shows what was read last.
  if (!isChanged && settings.updated_at > base.updated_at) {
    setBase(settings);
    setFirst(settings);
  }
  const send = async (typed: SettingsDraft) => {
    if (busy) return;
    setBusy(true);
    const outcome = await saveAvailabilitySettings(api, settingsOf(typed), base.updated_at).catch(
      (error: Error) => error,
    );
    setBusy(false);
    if (outcome instanceof Error) {
      notifyFailure('Error saving the settings', outcome);
    } else if ('saved' in outcome) {
      queryClient.setQueryData(staffKeys.availabilitySettings, outcome.saved);
      reset(outcome.saved);
      notify.success('Settings saved', { description: 'They apply from now on.' });
    } else {
      setConflict(settingChanges(saved, draftOf(outcome.conflict), KIND_TITLES));
      setBase(outcome.conflict);
    }
  };
  const fields: SettingsFieldsProps = { draft, problem, onChange: change };
  return (
    <form
      ref={element}
      noValidate
      aria-label="Settings of availability"
      onSubmit={(event) => void form.handleSubmit(send, () => focusInvalid(element.current))(event)}
      className="mt-2"
    >
      {!mayChange && (
        <p className="mb-4 text-sm text-ink-quiet">Admins can change these settings.</p>
      )}
      {conflict.length > 0 && <Conflict changes={conflict} />}
      <fieldset disabled={!mayChange} className="min-w-0 divide-y divide-rule">
        <legend className="sr-only">Settings of availability</legend>
        <VisitorsSeeFields {...fields} />
        <TurnaroundFields {...fields} />
        <WeekdaysFields {...fields} />
        <ClosedDaysFields {...fields} />
      </fieldset>
      {mayChange && (
        <div
          data-action-bar
          className="sticky bottom-(--bottom-bar) z-10 flex gap-2 border-t border-rule bg-paper py-4"
        >
          <Button type="submit" busy={busy} disabled={!isChanged}>
            {busy ? 'Saving...' : 'Save settings'}
          </Button>
          {isChanged && (
            <Button variant="quiet" onClick={() => reset(base)}>
              Discard
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** Lists what another admin changed while this form was open. */
function Conflict({ changes }: { changes: readonly SettingChange[] }) {
  return (
    <MeanwhileNotice news={changes}>
      <p className="font-medium">
        Somebody else changed these settings meanwhile. Nothing of yours was saved yet.
      </p>
      <ul className="mt-2 space-y-1.5">
        {changes.map(({ label, before, after }) => (
          <li key={label} className="break-words">
            <span className="font-medium">{label}:</span> {before} → {after}
          </li>
        ))}
      </ul>
      <p className="mt-2">Saving again puts what you see below in their place.</p>
    </MeanwhileNotice>
  );
}
