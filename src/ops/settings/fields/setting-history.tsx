import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoggedChange } from '#data/settings/setting-answers.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { settingHistoryQuery, undoSettingChange } from '#data/settings/settings.ts';
import { formatMoment } from '#domain/dates.ts';
import type { SettingsByKey } from '#domain/settings/known-settings.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { AllActivityLink } from '../../kit/all-activity-link.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { SettingDifference } from './setting-difference.tsx';

export interface SettingHistoryProps {
  groupNames: readonly string[];
  /** The settings of these groups. */
  known: SettingsByKey;
  /** Keys of the settings with a draft, which undoing a change would remove. */
  drafted?: ReadonlySet<string>;
}

/** Changes of settings, by person and time, with undo. */
export function SettingHistory(props: SettingHistoryProps) {
  return (
    <SettingsSection title="History" text="Undoing a change brings back all its earlier values.">
      <Changes {...props} />
      <AllActivityLink search={{ area: 'settings' }} />
    </SettingsSection>
  );
}

function Changes({ groupNames, known, drafted }: SettingHistoryProps) {
  const read = useQuery(settingHistoryQuery(useStaffApi(), groupNames));
  const [undoing, undo] = useUndo();
  const labelsOf = ({ changes }: LoggedChange) =>
    changes.map(({ key }) => known.get(key)?.label ?? key).join(', ');
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
                  <ChangedValue change={one} known={known} />
                </li>
              ))}
            </ul>
          </div>
          {!change.undone && change.changes.some(({ key }) => drafted?.has(key)) && (
            <p className="shrink-0 text-xs text-ink-quiet">Publish or discard its draft to undo</p>
          )}
          {!change.undone && !change.changes.some(({ key }) => drafted?.has(key)) && (
            <Button
              variant="secondary"
              size="sm"
              busy={undoing === change.change_id}
              aria-label={`Undo the change of ${labelsOf(change)}`}
              onClick={() => void undo(change)}
            >
              Undo
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}

interface ChangedValueProps {
  change: LoggedChange['changes'][number];
  known: SettingsByKey;
}

function ChangedValue({ change: { key, was, became }, known }: ChangedValueProps) {
  const setting = known.get(key);
  if (!setting) return key;
  const valueOf = (value: unknown) => value ?? setting.default;
  return <SettingDifference setting={setting} was={valueOf(was)} became={valueOf(became)} />;
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
