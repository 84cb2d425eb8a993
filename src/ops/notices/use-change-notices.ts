import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changeNotices, noticesQuery } from '#data/notices.ts';
import type { NoticeSettings } from '#domain/messages/notice-settings.ts';
import { notifyUnsaved } from '../shell/failure-notice.ts';
import { useStaffApi } from '../use-staff-api.ts';

/** Changes a part of the user's choice, or with a function what is chosen at that moment. */
export type ChangeNotices = (change: (before: NoticeSettings) => Partial<NoticeSettings>) => void;

/** Saves the user's choice at once, and shows it before it is saved. */
export function useChangeNotices(): ChangeNotices {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const { queryKey } = noticesQuery(api);
  const { mutate } = useMutation({
    // why: one after the other, so that the last choice is the one that stays.
    scope: { id: 'notices' },
    mutationFn: (settings: NoticeSettings) => changeNotices(api, settings),
    onError: (error) => {
      notifyUnsaved('Your notices were not saved', error);
      void queryClient.invalidateQueries({ queryKey });
    },
  });
  return (change) => {
    const shown = queryClient.getQueryData(queryKey);
    if (!shown) return;
    const settings = { ...shown.settings, ...change(shown.settings) };
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, { ...shown, settings });
    mutate(settings);
  };
}
