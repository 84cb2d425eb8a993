import { useQuery } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { settingsQuery } from '#data/settings/settings.ts';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';

export interface LoadedSettingsProps {
  groupNames: readonly string[];
  /** Heading level of a failure. */
  level?: 2 | 3;
  /** Placeholders while they load. */
  blocks?: readonly string[];
  children: (rows: readonly SettingRow[]) => ReactNode;
}

const BLOCKS = ['h-11 w-full', 'h-64 w-full', 'h-64 w-full'];

/** Reads settings for a form, which is made anew when they change. */
export function LoadedSettings({
  groupNames,
  level = 2,
  blocks = BLOCKS,
  children,
}: LoadedSettingsProps) {
  const read = useQuery(settingsQuery(useStaffApi(), groupNames));
  if (read.data) {
    const version = read.data.map(({ key, updated_at }) => `${key} ${updated_at}`).join();
    return <Fragment key={version}>{children(read.data)}</Fragment>;
  }
  if (read.isError) {
    return <ReadFailure level={level} title="The settings could not be loaded" read={read} />;
  }
  return <LoadingSkeleton blocks={blocks} className="mt-6 space-y-6" />;
}
