import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { startOwnStudio, type DemoStudio } from '#data/own-studio.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import { useSite } from '#data/use-site.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { useSlowNotice } from '../../shell/slow-notice.ts';
import { useStaffApi } from '../../use-staff-api.ts';
import { SettingsSection } from '../settings-section.tsx';
import { BackupStep } from './backup-step.tsx';
import { DemoRecordsTable } from './demo-records.tsx';

/** Props of {@link OwnStudioForm}. */
export interface OwnStudioFormProps {
  demo: DemoStudio;
  /** Reads the demo data again. */
  recount: () => Promise<unknown>;
}

/** Says what is removed and what stays, takes a backup, and asks for the studio's name. */
export function OwnStudioForm({ demo, recount }: OwnStudioFormProps) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { name } = useSite().studio;
  const [typed, setTyped] = useState('');
  const [hasOther, setOther] = useState(false);
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  useSlowNotice(busy);
  const hasBackup = demo.backup !== null || hasOther;

  const remove = async () => {
    setBusy(true);
    try {
      await startOwnStudio(api, demo.counted_at, hasOther);
      notify.success('The demo data is removed');
      await navigate({ to: '/ops/setup' });
      void queryClient.invalidateQueries({ queryKey: staffKeys.all });
    } catch (error) {
      notifyFailure(
        'Error removing the demo data',
        error instanceof Error ? error : new Error(String(error)),
      );
      await recount();
    }
    setBusy(false);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const wrong = !hasBackup
      ? 'Make a backup first.'
      : typed.trim() !== name
        ? `Type ${name}, exactly as it is written here.`
        : '';
    setProblem(wrong);
    if (!wrong) void remove();
  };
  return (
    <form noValidate aria-label="Start with my own studio" onSubmit={submit} className="mt-1">
      <p className="text-sm text-ink-quiet text-pretty">
        The demo was filled in on {formatMoment(demo.filled_at)}. This removes it and everything
        that was added to it.
      </p>
      <div className="divide-y divide-rule">
        <SettingsSection title="What is removed">
          <DemoRecordsTable records={demo.records} />
        </SettingsSection>
        <SettingsSection title="What stays">
          <ul className="list-disc space-y-1.5 pl-5 text-sm text-pretty">
            <li>Staff and their accounts</li>
            <li>
              All settings, texts and pictures of the site, turnaround, closed days, and links of
              calendars
            </li>
            <li>
              The activity log of staff and settings. The log of items, lists and customers goes
              with its records.
            </li>
            <li>Items, enquiries and orders start at number 1 again.</li>
          </ul>
        </SettingsSection>
        <SettingsSection title="1. Backup">
          <BackupStep
            backup={demo.backup}
            hasOther={hasOther}
            onOther={setOther}
            onDone={recount}
          />
        </SettingsSection>
        <SettingsSection title="2. Remove the demo">
          <TextField
            label={`Type the studio’s name: ${name}`}
            name="studio-name"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            error={problem || undefined}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setProblem('');
            }}
          />
          <Button type="submit" variant="danger" busy={busy} className="mt-2">
            {busy ? 'removing...' : 'Remove everything and start'}
          </Button>
        </SettingsSection>
      </div>
    </form>
  );
}
