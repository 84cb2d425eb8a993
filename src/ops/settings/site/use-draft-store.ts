import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { changeSettings, settingsQuery } from '#data/settings/settings.ts';
import { SITE_PAGES } from '#domain/settings/site-pages.ts';
import { settingsByKey } from '#domain/settings/known-settings.ts';
import type { TypedEdits } from '#domain/settings/typed-edits.ts';
import { useDraft } from '../../kit/drafts.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { createDraftStore } from './draft-store.ts';

const GROUPS = new Map(
  SITE_PAGES.flatMap(({ groups }) => groups.map((group) => [group.name, group] as const)),
);

/** Names of all groups that the editor reads. */
export const SITE_GROUP_NAMES = [...GROUPS.keys()];

/** All settings of the editor by key. */
export const SITE_SETTINGS = settingsByKey([...GROUPS.values()]);

/**
 * The drafts of the site's texts and pictures, saved as they are typed. What is not saved yet survives a reload and
 * the end of the session.
 */
export function useDraftStore(rows: readonly SettingRow[]) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [edits, persist] = useDraft<TypedEdits>('settings:site');
  const [store] = useState(() => {
    const { queryKey } = settingsQuery(api, SITE_GROUP_NAMES);
    return createDraftStore({
      known: SITE_SETTINGS,
      rows,
      edits: edits ?? {},
      persist,
      onRows: (next) => queryClient.setQueryData(queryKey, [...next]),
      save: async (changes) => {
        const outcome = await changeSettings(api, changes, SITE_GROUP_NAMES, true);
        // why: a read that began before the save would show the values before it.
        await queryClient.cancelQueries({ queryKey });
        return outcome;
      },
    });
  });
  const state = useSyncExternalStore(store.subscribe, store.state);
  useEffect(() => store.read(rows), [store, rows]);
  useEffect(() => {
    const flush = () => void store.flush();
    store.start();
    window.addEventListener('online', flush);
    document.addEventListener('visibilitychange', flush);
    return () => {
      window.removeEventListener('online', flush);
      document.removeEventListener('visibilitychange', flush);
      store.stop();
    };
  }, [store]);
  const { ready, wrong, conflicts } = store.open();
  useAskBeforeClosing(ready.length + wrong.length + conflicts.length > 0);
  return { store, state };
}

/** The browser asks before it closes the tab, whose unsaved edits would be lost. */
function useAskBeforeClosing(isUnsaved: boolean) {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isUnsaved]);
}
