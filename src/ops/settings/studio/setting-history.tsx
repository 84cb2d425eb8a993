import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { staffKeys } from '#data/query-keys/staff.ts';
import { settingHistoryQuery, undoSettingChange, type LoggedChange } from '#data/settings.ts';
import { formatMoment } from '#domain/dates.ts';
import { KNOWN_SETTINGS } from '#domain/settings/known-settings.ts';
import { settingText } from '#domain/settings/typed-setting.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../shell/failure-notice.ts';
import { LoadingSkeleton } from '../../shell/loading-skeleton.tsx';
import { ReadFailure } from '../../shell/read-failure.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { SettingsSection } from '../settings-section.tsx';

/** Changes of settings, by person and time, with undo. */
export function SettingHistory({ groupNames }: { groupNames: readonly string[] }) {
  return (
    <SettingsSection title="History" text="Undoing a change brings back all its earlier values.">
      <Changes groupNames={groupNames} />
    </SettingsSection>
  );
}

function Changes({ groupNames }: { groupNames: readonly string[] }) {
  const read = useQuery(settingHistoryQuery(useStaffApi(), groupNames));
  const [undoing, undo] = useUndo();
  if (read.isPending) return <LoadingSkeleton blocks={['h-12 w-full', 'h-12 w-full']} />;
  if (!read.data) {
    return <ReadFailure level={3} title="The history could not be loaded" read={read} />;
  }
  if (read.data.length === 0) {
    return <p className="text-sm text-ink-quiet">Nothing was changed yet.</p>;
  }
  return (
    <ol aria-label="Changes of settings" className="divide-y divide-rule border-y border-rule">
      {read.data.map((change) => (
        <li key={change.change_id} className="flex items-start gap-3 py-3 text-sm">
          <div className="min-w-0 grow">
            <p className="text-xs text-ink-quiet">
              {change.by_name ?? 'The system'} · {formatMoment(change.at)}
              {change.undone && ' · undone'}
            </p>
            <ul>
              {change.changes.map((one) => (
                <li key={one.key} className="wrap-anywhere">
                  <ChangedValue change={one} />
                </li>
              ))}
            </ul>
          </div>
          {!change.undone && (
            <Button
              variant="secondary"
              size="sm"
              busy={undoing === change.change_id}
              aria-label={`Undo the change of ${labelsOf(change)}`}
              onClick={() => void undo(change)}
            >
              undo
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

const labelsOf = ({ changes }: LoggedChange) =>
  changes.map(({ key }) => KNOWN_SETTINGS.get(key)?.label ?? key).join(', ');

function ChangedValue({ change }: { change: LoggedChange['changes'][number] }) {
  const setting = KNOWN_SETTINGS.get(change.key);
  if (!setting) return change.key;
  const text = (value: unknown) => settingText(setting.rule, value ?? setting.default);
  return (
    <>
      <span className="font-medium">{setting.label}:</span> {text(change.was)} →{' '}
      {text(change.became)}
    </>
  );
}

function useUndo(): [undoing: string | undefined, undo: (change: LoggedChange) => Promise<void>] {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [undoing, setUndoing] = useState<string>();
  const undo = async (change: LoggedChange) => {
    if (undoing) return;
    setUndoing(change.change_id);
    try {
      await undoSettingChange(api, change.change_id);
      notify.success('Change undone');
    } catch (error) {
      notifyFailure('Error undoing the change', error as Error);
    }
    await queryClient.invalidateQueries({ queryKey: staffKeys.allSettings });
    setUndoing(undefined);
  };
  return [undoing, undo];
}
