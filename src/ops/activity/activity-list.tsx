import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { activityQuery, type ActivityQuestion } from '#data/staff/activity.ts';
import type { ActivityEntry } from '#domain/activity/activity.ts';
import { PageMessage } from '#ui/page-message.tsx';
import { Said } from '#ui/said.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { foundText } from '../kit/lists/found-text.ts';
import { ShowMore } from '../kit/lists/show-more.tsx';
import { StaleNotice } from '../kit/stale-notice.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { ActivityEntries, type ActivityEntriesProps } from './activity-entries.tsx';

export interface ActivityListProps extends Omit<ActivityEntriesProps, 'entries'> {
  question: ActivityQuestion;
  /** In place of an empty list. */
  empty: { title: string; text: string };
  /** Called with what was read, for a title. */
  renderTitle?: (entries: readonly ActivityEntry[]) => ReactNode;
}

/** A list of activity that stays up to date and loads further parts. */
export function ActivityList({ question, empty, renderTitle, ...entriesProps }: ActivityListProps) {
  const read = useInfiniteQuery(activityQuery(useStaffApi(), question));
  const retry = () => void read.refetch();
  const entries = read.data?.pages.flatMap(({ rows }) => rows);
  return (
    <>
      <Said>{entries ? foundText(entries.length, !read.hasNextPage) : ''}</Said>
      {read.isError && !entries && (
        <ReadFailure level={2} title="The activity could not be loaded" read={read} />
      )}
      {read.isPending && (
        <LoadingSkeleton blocks={['h-10 w-full', 'h-10 w-full', 'h-10 w-full', 'h-10 w-full']} />
      )}
      {entries && (
        <>
          {read.isError && <StaleNotice since={read.dataUpdatedAt} onRetry={retry} />}
          {renderTitle?.(entries)}
          {entries.length === 0 && <PageMessage level={2} title={empty.title} text={empty.text} />}
          <ActivityEntries {...entriesProps} entries={entries} />
          <ShowMore read={read} />
        </>
      )}
    </>
  );
}
