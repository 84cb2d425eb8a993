import { MeanwhileNotice } from '../kit/meanwhile-notice.tsx';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
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
  const [base, setBase] = useState(settings);
  const [edited, setEdited] = useState<SettingsDraft>();
  const [isChecked, setChecked] = useState(false);
  const [busy, setBusy] = useState(false);
  const [conflict, setConflict] = useState<readonly SettingChange[]>([]);
  // why: without edits the form shows what was read last.
  if (!edited && base !== settings && settings.updated_at > base.updated_at) setBase(settings);
  useSlowNotice(busy);
  const saved = draftOf(base);
  const draft = edited ?? saved;
  const reset = (to: AvailabilitySettings) => {
    setBase(to);
    setEdited(undefined);
    setConflict([]);
    setChecked(false);
  };
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const found = settingsProblems(draft);
  const problems = isChecked ? found : {};
  const send = async () => {
    if (busy) return;
    setBusy(true);
    const outcome = await saveAvailabilitySettings(api, settingsOf(draft), base.updated_at).catch(
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
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setChecked(true);
    const form = event.currentTarget;
    if (Object.keys(found).length === 0) void send();
    // why: the errors are rendered after this event.
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const fields: SettingsFieldsProps = {
    draft,
    problems,
    onChange: (change) => setEdited({ ...draft, ...change }),
  };
  return (
    <form noValidate aria-label="Settings of availability" onSubmit={submit} className="mt-2">
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
