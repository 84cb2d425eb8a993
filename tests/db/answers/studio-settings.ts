import { expect, it } from 'vitest';
import { invalidField } from '#data/core/invalid-field.ts';
import {
  changeSettings,
  discardDrafts,
  makePreview,
  settingHistoryQuery,
  settingsQuery,
  undoSettingChange,
} from '#data/settings/settings.ts';
import { siteTextsQuery } from '#data/settings/site-texts.ts';
import { finishSetup, reopenSetup, setupQuery, skipSetupStep } from '#data/settings/setup.ts';
import type { StudioDay } from './studio-day.ts';

/** Settings of the studio. */
export function studioSettingsAnswers(studio: StudioDay): void {
  it('settings, their drafts, conflicts and history', async () => {
    const { staff, queries } = studio;
    const groups = ['studio', 'identity'];
    const city = { key: 'studio.city', value: 'Mysuru', seen: null };
    const saved = await changeSettings(staff, [city], groups);
    expect(saved).toMatchObject({ saved: [{ key: 'studio.city', value: 'Mysuru' }] });
    const late = await changeSettings(staff, [{ ...city, value: 'Hubli' }], groups);
    expect(late).toMatchObject({ conflict: [{ key: 'studio.city', value: 'Mysuru' }] });
    await changeSettings(staff, [{ ...city, key: 'studio.region', value: 'Goa' }], groups, true);
    const published = await staff.rpc('publish_settings', { groups });
    expect(published.data).toMatchObject([{ value: 'Goa' }]);
    const seen = 'saved' in saved ? saved.saved[0]!.updated_at : null;
    await changeSettings(staff, [{ ...city, value: 'Hassan', seen }], groups, true);
    const rows = await queries.fetchQuery(settingsQuery(staff, groups));
    expect(rows).toMatchObject([{ draft: 'Hassan' }, { draft: null }]);
    expect(await discardDrafts(staff, groups)).toMatchObject([{ has_draft: false }]);
    expect((await makePreview(staff)).token).toMatch(/^[\da-f]{64}$/);
    const [last, first] = await queries.fetchQuery(settingHistoryQuery(staff, groups));
    expect(last?.changes).toEqual([{ key: 'studio.region', was: null, became: 'Goa' }]);
    await undoSettingChange(staff, last!.change_id);
    const [undone] = await queries.fetchQuery({
      ...settingHistoryQuery(staff, groups),
      staleTime: 0,
    });
    expect(await undoSettingChange(staff, undone!.change_id)).toMatchObject([{ value: 'Goa' }]);
    expect(await undoSettingChange(staff, first!.change_id)).toMatchObject([{ value: null }]);
    const picture = {
      url: '/storage/v1/object/public/catalogue/site/a.webp',
      alt: 'A roof',
      focus: { x: 0.5, y: 0.25 },
    };
    const texts = { picture, team: [{ picture, title: 'Asha', text: '' }], title: 'Roofs' };
    const edits = Object.entries(texts).map(([name, value]) => ({
      key: `about.${name}`,
      value,
      seen: null,
    }));
    await changeSettings(staff, edits, ['about']);
    expect(await queries.fetchQuery(siteTextsQuery(studio.visitor, 'about'))).toEqual(
      Object.fromEntries(edits.map(({ key, value }) => [key, value])),
    );
    const wrong = changeSettings(staff, [{ ...city, value: '' }], groups);
    expect(invalidField(await wrong.catch((error: unknown) => error))).toBe('studio.city');
  });

  it('the set-up: skipped steps, finished, and taken back', async () => {
    const { staff, queries } = studio;
    const state = () => queries.fetchQuery(setupQuery(staff));
    await reopenSetup(staff);
    expect(await state()).toMatchObject({ skipped: [], finished: false });
    for (let time = 0; time < 2; time += 1) {
      await skipSetupStep(staff, 'contact');
      await finishSetup(staff);
    }
    expect(await state()).toMatchObject({ skipped: ['contact'], finished: true });
    await reopenSetup(staff);
    expect(await state()).toMatchObject({ skipped: ['contact'], finished: false });
  });
}
