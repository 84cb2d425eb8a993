import { useRouteContext } from '@tanstack/react-router';
import { useState } from 'react';
import type { DemoStudio } from '#data/settings/own-studio-answers.ts';
import { makeBackup, type BackupProgress } from '#data/settings/own-studio.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface BackupStepProps {
  backup: DemoStudio['backup'];
  hasOther: boolean;
  onOther: (has: boolean) => void;
  /** Called after a backup, also when it failed. */
  onDone: () => Promise<unknown>;
}

const megabytes = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

/** The backup before the removal: made by this server, or by Supabase in a Supabase project. */
export function BackupStep({ backup, hasOther, onOther, onDone }: BackupStepProps) {
  const { backend } = useRouteContext({ from: '__root__' });
  const api = useStaffApi();
  const [progress, setProgress] = useState<BackupProgress>();
  const [problem, setProblem] = useState('');
  if (backend.config.url !== null) {
    return (
      <>
        <p className="text-sm text-pretty">
          Your data is in a Supabase project, which this site cannot back up. Run{' '}
          <code className="break-words">supabase db dump --data-only -f studio.sql</code>, or make a
          backup in Supabase’s dashboard under Database › Backups; download the pictures under
          Storage.
        </p>
        <Confirmation
          checked={hasOther}
          onChange={onOther}
          label="I have a backup of the project"
        />
      </>
    );
  }
  const run = async () => {
    setProblem('');
    // why: the confirmation was about going on without this backup.
    onOther(false);
    setProgress({ done: 0, of: 0 });
    try {
      await makeBackup(api, backend, setProgress);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    await onDone();
    setProgress(undefined);
  };
  return (
    <>
      {progress ? (
        <Progress {...progress} />
      ) : (
        <Button variant={backup ? 'secondary' : 'primary'} onClick={() => void run()}>
          {backup ? 'Make another backup' : 'Make a backup'}
        </Button>
      )}
      {problem && (
        <div role="alert" className="mt-4 rounded-md bg-red-pale px-4 py-3 text-sm">
          <p className="font-medium">There is no new backup, and nothing was removed.</p>
          <p className="mt-1 break-words">{problem}</p>
        </div>
      )}
      {backup && (
        <div role="status" className="mt-4 text-sm">
          <p className="break-words">
            Backup of {formatMoment(backup.at)}, {megabytes.format(backup.bytes / 1_000_000)} MB, on
            the server: <code className="break-all">{backup.file}</code>
          </p>
          <p className="mt-2 text-ink-quiet text-pretty">
            It has everything, customers’ data too. To go back, stop the site and run{' '}
            <code className="break-all text-ink">npm run restore -- {backup.file}</code>. That
            replaces all data of the studio.
          </p>
        </div>
      )}
      {problem && (
        <Confirmation
          checked={hasOther}
          onChange={onOther}
          label="Go on without it: I have another backup of this studio"
        />
      )}
    </>
  );
}

function Progress({ done, of }: BackupProgress) {
  return (
    <div className="text-sm">
      <label htmlFor="backup-progress">Making a backup …</label>
      <progress
        id="backup-progress"
        value={of > 0 ? done / of : undefined}
        className="mt-2 block h-2 w-full accent-teal"
      />
    </div>
  );
}

interface ConfirmationProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
}

function Confirmation({ checked, onChange, label }: ConfirmationProps) {
  return (
    <label className="mt-3 flex min-h-11 items-center gap-3 text-sm">
      <input
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
        className="size-5 shrink-0 accent-teal"
      />
      {label}
    </label>
  );
}
