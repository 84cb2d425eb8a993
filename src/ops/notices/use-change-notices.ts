import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { changeNotices } from '#data/messages/notices.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import type { NoticeSettings } from '#domain/messages/notice-settings.ts';
import { notifyUnsaved } from '../kit/failure-notice.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Changes a part of the user's choice, given what is chosen at that moment. */
export type ChangeNotices = (change: (before: NoticeSettings) => Partial<NoticeSettings>) => void;

/**
 * Saves the user's choice at once.
 * @param saved the choice as it was read
 * @returns the choice to show, also before it is saved, and the function that changes it
 */
export function useChangeNotices(saved: NoticeSettings): [NoticeSettings, ChangeNotices] {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [unsaved, setUnsaved] = useState<NoticeSettings>();
  const latest = useRef<NoticeSettings>(undefined);
  const { mutate } = useMutation({
    // why: one after the other, so that the last choice is the one that stays.
    scope: { id: 'notices' },
    mutationFn: (settings: NoticeSettings) => changeNotices(api, settings),
    onError: (error) => notifyUnsaved('Your notices were not saved', error),
    onSettled: async (_done, _error, settings) => {
      if (latest.current !== settings) return;
      await queryClient.invalidateQueries({ queryKey: staffKeys.notices });
      if (latest.current !== settings) return;
      latest.current = undefined;
      setUnsaved(undefined);
    },
  });
  const change: ChangeNotices = (of) => {
    const before = latest.current ?? saved;
    const next = { ...before, ...of(before) };
    latest.current = next;
    setUnsaved(next);
    mutate(next);
  };
  return [unsaved ?? saved, change];
}
