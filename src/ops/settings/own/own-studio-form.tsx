import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { DemoStudio } from '#data/settings/own-studio-answers.ts';
import { startOwnStudio } from '#data/settings/own-studio.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { useSite } from '#data/settings/use-site.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useSlowNotice } from '../../kit/slow-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { SettingsSection } from '../settings-section.tsx';
import { BackupStep } from './backup-step.tsx';
import { DemoRecordsTable } from './demo-records.tsx';

export interface OwnStudioFormProps {
  demo: DemoStudio;
  /** Reads the demo data again. */
  recount: () => Promise<unknown>;
}

const confirmation = (name: string, hasBackup: boolean) =>
  z.object({
    'studio-name': z.string().check(
      z.refine(() => hasBackup, { error: 'Make a backup first.', abort: true }),
      z.refine((typed) => typed.trim() === name, `Type ${name}, exactly as it is written here.`),
    ),
  });

/** Says what is removed and what stays, takes a backup, and asks for the studio's name. */
export function OwnStudioForm({ demo, recount }: OwnStudioFormProps) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { name } = useSite().studio;
  const [hasOther, setOther] = useState(false);
  const [busy, setBusy] = useState(false);
  useSlowNotice(busy);
  const { form, field } = useCheckedForm(confirmation(name, demo.backup !== null || hasOther), {
    defaultValues: { 'studio-name': '' },
    whileTyping: 'clear',
  });

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
  const submit = form.handleSubmit(() => busy || remove());
  return (
    <form
      noValidate
      aria-label="Start with my own studio"
      onSubmit={(event) => void submit(event)}
      className="mt-1"
    >
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
            {...field('studio-name')}
            label={`Type the studio’s name: ${name}`}
            autoComplete="off"
            spellCheck={false}
          />
          <Button type="submit" variant="danger" busy={busy} className="mt-2">
            {busy ? 'Removing...' : 'Remove everything and start'}
          </Button>
        </SettingsSection>
      </div>
    </form>
  );
}
