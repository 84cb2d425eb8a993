import { expect, it } from 'vitest';
import {
  draftOf,
  settingChanges,
  settingsOf,
  settingsProblems,
  type AvailabilitySettings,
} from './availability-settings.ts';

const settings: AvailabilitySettings = {
  shows: 'exact',
  turnaround: { prop: 0, cloth: 1, backdrop: 0, gear: 0, set: 0, crew: 0 },
  closed_weekdays: [7, 1],
  closed_days: [
    { day: '2027-01-26', reason: 'Republic Day' },
    { day: '2026-12-25', reason: null },
  ],
  updated_at: '2026-11-22T10:00:00Z',
};
const draft = draftOf(settings);
const LABELS = {
  prop: 'Props',
  cloth: 'Clothes',
  backdrop: 'Backdrops',
  gear: 'Gear',
  set: 'Sets',
  crew: 'Crew',
};

it('a draft is saved as it was read, in order', () => {
  expect(settingsOf(draft)).toEqual({
    shows: 'exact',
    turnaround: settings.turnaround,
    closed_weekdays: [1, 7],
    closed_days: [
      { day: '2026-12-25', reason: null },
      { day: '2027-01-26', reason: 'Republic Day' },
    ],
  });
  expect(settingsProblems(draft)).toEqual({});
});

it('finds the problems of a draft at their fields', () => {
  const turnaround = { ...draft.turnaround, prop: '1.5', cloth: '31', gear: '' };
  const closed_days = [
    { day: '2026-12-25', reason: '' },
    { day: '2026-12-25', reason: 'again' },
    { day: '', reason: '' },
  ];
  const closed_weekdays = [1, 2, 3, 4, 5, 6, 7];
  expect(settingsProblems({ ...draft, turnaround, closed_days, closed_weekdays })).toEqual({
    'turnaround.prop': 'Enter whole days, like 1',
    'turnaround.cloth': 'At most 30 days',
    'turnaround.gear': 'Enter whole days, like 1',
    closed_weekdays: 'Leave at least one day open',
    'closed_days.1': '25 Dec 2026 is in the list already',
    'closed_days.2': 'Enter a date',
  });
});

it('lists what somebody else changed', () => {
  const theirs = draftOf({
    ...settings,
    shows: 'off',
    turnaround: { ...settings.turnaround, cloth: 2 },
    closed_weekdays: [],
    closed_days: [{ day: '2026-12-25', reason: 'Christmas' }],
  });
  expect(settingChanges(draft, theirs, LABELS)).toEqual([
    { label: 'Visitors see', before: 'figures', after: 'nothing' },
    { label: 'Days of turnaround, clothes', before: '1', after: '2' },
    { label: 'Closed weekdays', before: 'Monday, Sunday', after: 'none' },
    {
      label: 'Closed days',
      before: '25 Dec 2026, 26 Jan 2027 (Republic Day)',
      after: '25 Dec 2026 (Christmas)',
    },
  ]);
  expect(settingChanges(draft, draft, LABELS)).toEqual([]);
});
