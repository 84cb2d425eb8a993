import { expect, it } from 'vitest';
import {
  availabilitySettingsQuery,
  saveAvailabilitySettings,
} from '#data/settings/availability-settings.ts';
import { daysAhead, type StudioDay } from './studio-day.ts';

/** Settings of availability. */
export function settingsAnswers(studio: StudioDay): void {
  it('an admin changes the settings of availability', async () => {
    const { staff, queries } = studio;
    const { updated_at, ...settings } = await queries.fetchQuery(availabilitySettingsQuery(staff));
    const closed_days = [{ day: daysAhead(30), reason: 'Stock-taking' }];
    const wanted = { ...settings, shows: 'yes-no', closed_weekdays: [7], closed_days } as const;
    const saved = await saveAvailabilitySettings(
      staff,
      { ...wanted, closed_weekdays: [7] },
      updated_at,
    );
    expect(saved).toMatchObject({ saved: wanted });
    const repeated = await saveAvailabilitySettings(
      staff,
      { ...wanted, closed_weekdays: [7] },
      updated_at,
    );
    expect(repeated).toEqual(saved);
    const late = await saveAvailabilitySettings(staff, settings, updated_at);
    expect(late).toMatchObject({ conflict: wanted });
    const seen = 'conflict' in late ? late.conflict.updated_at : '';
    expect(await saveAvailabilitySettings(staff, settings, seen)).toMatchObject({
      saved: settings,
    });
  });
}
