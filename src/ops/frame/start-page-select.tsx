import { useId } from 'react';
import { chooseStartPage } from '#data/staff/staff.ts';
import { notify } from '#ui/toast.tsx';
import { notifyUnsaved } from '../kit/failure-notice.ts';
import { useProfile } from '../kit/profile.ts';
import { CRM_ROLES, mayOpen } from '../kit/staff-roles.ts';
import { UnsavedMark } from '../kit/unsaved-mark.tsx';
import { useQueuedChange } from '../kit/use-queued-change.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** The page after signing in, kept for the person; nothing for roles that cannot open Today. */
export function StartPageSelect() {
  const api = useStaffApi();
  const profile = useProfile();
  const markId = useId();
  const start = useQueuedChange({
    of: ['profile', profile?.id ?? '', 'start_page'],
    value: profile?.start_page ?? null,
    save: async (page) => {
      await chooseStartPage(api, page);
      return { start_page: page };
    },
    onSaved: (page) =>
      notify.success(`You start at ${page === 'today' ? 'Today' : 'the dashboard'} from now on`),
    onRefused: (error) => notifyUnsaved('Error changing the page after signing in', error),
  });
  if (!mayOpen(profile, CRM_ROLES)) return null;
  return (
    <div>
      <label className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-quiet">
        Page after signing in
        <select
          value={start.value ?? 'dashboard'}
          aria-describedby={start.unsaved === null ? undefined : markId}
          onChange={({ target }) => start.change(target.value === 'today' ? 'today' : null)}
          className="h-11 rounded-control border border-rule-strong bg-surface px-2 text-ink sm:h-9"
        >
          <option value="dashboard">Dashboard</option>
          <option value="today">Today</option>
        </select>
      </label>
      {start.unsaved !== null && (
        <p className="mt-1">
          <UnsavedMark id={markId} reason={start.unsaved} />
        </p>
      )}
    </div>
  );
}
