import { describe, expect, it } from 'vitest';
import { isQuiet, newsText } from './notice-settings.ts';

describe('quiet hours', () => {
  it.each([
    ['22:00', '07:00', '2026-11-28T21:59:59+05:30', false],
    ['22:00', '07:00', '2026-11-28T22:00:00+05:30', true],
    ['22:00', '07:00', '2026-11-29T00:00:00+05:30', true],
    ['22:00', '07:00', '2026-11-29T06:59:00+05:30', true],
    ['22:00', '07:00', '2026-11-29T07:00:00+05:30', false],
    ['13:00', '14:30', '2026-11-29T13:00:00+05:30', true],
    ['13:00', '14:30', '2026-11-29T14:30:00+05:30', false],
    [null, null, '2026-11-29T03:00:00+05:30', false],
  ])('from %s to %s at %s: %s', (quiet_from, quiet_to, moment, is) => {
    expect(isQuiet({ quiet_from, quiet_to }, new Date(moment))).toBe(is);
  });
});

it.each([
  [['enquiry_new'], 'New enquiry'],
  [['enquiry_new', 'enquiry_new', 'enquiry_new'], '3 new enquiries'],
  [['enquiry_new', 'message_new'], '2 pieces of news'],
] as const)('%j: %s', (events, text) => {
  expect(newsText(events)).toBe(text);
});
