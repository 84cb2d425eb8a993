import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SettingRow } from '#data/settings/setting-answers.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { changeSettings, discardDrafts } from '#data/settings/settings.ts';
import { SITE_PAGES, type SitePage } from '#domain/settings/site-pages.ts';
import { settingsByKey, type KnownSetting } from '#domain/settings/known-settings.ts';
import { draftedSettings, draftedValue } from '#domain/settings/typed-edits.ts';
import { isSameValue, valueFromTyped } from '#domain/settings/typed-value.ts';
import { settingValueText } from '#domain/settings/value-difference.ts';
import { notify } from '#ui/toast.tsx';
import { useMedia } from '#ui/use-media.ts';
import { usePictureEditor } from '../../pictures/use-picture-editor.tsx';
import { notifyFailure } from '../../kit/failure-notice.ts';
import { focusInvalid } from '../../kit/forms/focus-invalid.ts';
import { useSlowNotice } from '../../kit/slow-notice.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { SettingConflicts } from '../fields/setting-conflicts.tsx';
import { SettingHistory } from '../fields/setting-history.tsx';
import { DraftBar } from './draft-bar.tsx';
import type { DraftState, DraftStore } from './draft-store.ts';
import { EditedGroup } from './edited-group.tsx';
import { PageLinks } from './page-links.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { PublishSheet } from './publish-sheet.tsx';
import { SITE_GROUP_NAMES, useDraftStore } from './use-draft-store.ts';
import { usePreviewToken } from './use-preview-token.ts';

export interface SiteEditorProps {
  page: SitePage;
  rows: readonly SettingRow[];
  onSelectPage: (name: string) => void;
}

/** From this window width on the preview is beside the fields. */
const HAS_ROOM = '(min-width: 80rem)';

/** The fields of a page, its preview, its drafts and its history. */
export function SiteEditor({ page, rows, onSelectPage }: SiteEditorProps) {
  const { store, state } = useDraftStore(rows);
  const pictures = usePictureEditor();
  const token = usePreviewToken();
  const hasRoom = useMedia(HAS_ROOM);
  const [showsProblems, showProblems] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const known = settingsByKey(page.groups);
  const drafted = draftedSettings(known, state.rows);
  const { isPublishing, publish, startPublishing, sheet, discard } = usePublishing(
    page,
    known,
    store,
    state,
  );
  useSlowNotice(state.isSaving || isPublishing);
  const address = token && `${page.path}?preview=${token}`;
  const pageToCorrect = useRef<SitePage>(null);
  useEffect(() => {
    if (pageToCorrect.current === page) focusInvalid(form.current);
    pageToCorrect.current = null;
  }, [page]);
  const showPageProblems = () => {
    showProblems(true);
    focusInvalid(form.current);
  };
  const { wrong } = store.open();
  const other = wrong.some(({ key }) => known.has(key)) ? undefined : pageOf(wrong[0]);
  const goToProblem = () => {
    if (!other) return showPageProblems();
    showProblems(true);
    pageToCorrect.current = other;
    onSelectPage(other.name);
  };
  return (
    <div className="mt-4 grid gap-x-8 gap-y-2 md:grid-cols-[10rem_minmax(0,1fr)] xl:grid-cols-[9rem_minmax(0,1fr)_28rem] 2xl:grid-cols-[10rem_minmax(0,1fr)_36rem]">
      <PageLinks page={page} drafted={pagesWithDrafts(state.rows)} onSelect={onSelectPage} />
      <div className="min-w-0">
        <div ref={form} role="form" aria-label={`Texts and pictures: ${page.title}`}>
          <SettingConflicts conflicts={conflictsOf(store, state)} onSettle={store.settle} />
          <div className="divide-y divide-rule">
            {page.groups.map((group) => (
              <EditedGroup
                key={group.name}
                group={group}
                store={store}
                showProblems={showsProblems}
                pictures={pictures}
              />
            ))}
          </div>
          <DraftBar
            store={store}
            state={state}
            drafts={drafted.length}
            preview={hasRoom ? null : address}
            busy={isPublishing}
            pageToCorrect={other?.title}
            onShowProblems={goToProblem}
            onPublish={() =>
              void startPublishing().then((isSaved) => isSaved || showPageProblems())
            }
            onDiscard={() => void discard()}
          />
        </div>
        <SettingHistory
          groupNames={page.groups.map(({ name }) => name)}
          known={known}
          drafted={new Set(drafted.map(({ key }) => key))}
        />
      </div>
      {hasRoom && <PreviewFrame title={page.title} address={address} version={state.saves} />}
      <PublishSheet
        {...sheet}
        title={page.title}
        drafted={drafted}
        rows={state.rows}
        busy={isPublishing}
        onPublish={() => void publish(drafted)}
      />
      {pictures.sheet}
    </div>
  );
}

/** The page that has a setting. */
const pageOf = (setting: KnownSetting | undefined) =>
  setting && SITE_PAGES.find(({ groups }) => settingsByKey(groups).has(setting.key));

const pagesWithDrafts = (rows: readonly SettingRow[]): ReadonlySet<string> =>
  new Set(
    SITE_PAGES.filter(({ groups }) => draftedSettings(settingsByKey(groups), rows).length > 0).map(
      ({ name }) => name,
    ),
  );

/** Both versions of the settings that somebody else has changed. */
const conflictsOf = (store: DraftStore, { rows }: DraftState) =>
  store.open().conflicts.map((setting) => {
    const { key, label, group, rule } = setting;
    return {
      key,
      label: `${group}: ${label}`,
      mine: settingValueText(rule, valueFromTyped(rule, store.shown(key))),
      theirs: settingValueText(rule, draftedValue(setting, rows)),
      by: rows.find((row) => row.key === key)?.updated_by_name ?? null,
    };
  });

/** Publishing and discarding the drafts of a page. */
function usePublishing(
  page: SitePage,
  known: ReadonlyMap<string, KnownSetting>,
  store: DraftStore,
  { rows }: DraftState,
) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const [isPublishing, setPublishing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isChanged, setChanged] = useState(false);
  /** Runs a call whose failure is notified, and reads the history again. */
  const run = async (title: string, call: () => Promise<void>) => {
    if (isPublishing) return;
    setPublishing(true);
    try {
      await call();
    } catch (error) {
      notifyFailure(title, error as Error);
    }
    setPublishing(false);
    await queryClient.invalidateQueries({ queryKey: staffKeys.allSettings });
  };
  /** Saves what was typed last, and opens the list of changes. @returns whether everything is saved */
  const startPublishing = async () => {
    await store.flush();
    const { ready, wrong, conflicts } = store.open();
    const isSaved = ![...ready, ...wrong, ...conflicts].some(({ key }) => known.has(key));
    setChanged(false);
    setOpen(isSaved);
    return isSaved;
  };
  const publish = (drafted: readonly KnownSetting[]) =>
    run('Error publishing', async () => {
      // why not all drafts of the page: those that were listed are published, as they were listed.
      const changes = drafted.map((setting) => {
        const value = draftedValue(setting, rows);
        return {
          key: setting.key,
          value: isSameValue(setting.rule, value, setting.default) ? null : value,
          seen: rows.find(({ key }) => key === setting.key)?.updated_at ?? null,
        };
      });
      const outcome = await changeSettings(api, changes, SITE_GROUP_NAMES);
      if ('conflict' in outcome) {
        store.read(outcome.conflict);
        setChanged(true);
        return;
      }
      store.replace(outcome.saved);
      setOpen(false);
      notify.success(`${page.title} is published`, {
        description: 'Visitors see it within a second.',
      });
    });
  const discard = () =>
    run('Error discarding the drafts', async () => {
      await store.flush();
      const fresh = await discardDrafts(
        api,
        page.groups.map(({ name }) => name),
      );
      store.drop(new Set(known.keys()));
      store.replace(fresh);
      notify.success('Drafts discarded');
    });
  const sheet = { open: isOpen, isChanged, onClose: () => setOpen(false) };
  return { isPublishing, publish, startPublishing, discard, sheet };
}
