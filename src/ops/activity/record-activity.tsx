import type { ActivitySubject } from '#domain/activity/activity.ts';
import { AllActivityLink } from '../kit/all-activity-link.tsx';
import { itemFieldLabel } from './activity-labels.ts';
import { ActivityList } from './activity-list.tsx';

/** Changes of one record by staff, in its dialog. */
export function RecordActivity({ about }: { about: ActivitySubject }) {
  return (
    <>
      <ActivityList
        question={{ about }}
        fieldLabel={itemFieldLabel}
        isOfOne
        empty={{ title: 'No changes yet', text: 'What staff change about it is listed here.' }}
      />
      <AllActivityLink search={{ about: `${about.type}:${about.id}` }} />
    </>
  );
}
