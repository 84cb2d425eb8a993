import { expect, it } from 'vitest';
import type { SetupState } from './setup-state.ts';
import { openPage, pageBeside, pageNamed, setupProgress } from './setup-steps.ts';

const state = (some: Partial<SetupState>): SetupState => ({
  done: [],
  skipped: [],
  finished: false,
  ...some,
});

it('continues with the first step that is neither done nor skipped', () => {
  expect(openPage(state({}))).toBe('name');
  expect(openPage(state({ done: ['name', 'gst'], skipped: ['contact'] }))).toBe('categories');
  expect(openPage(state({ done: ['name', 'gst', 'contact', 'items'] }))).toBe('categories');
  const skipped: SetupState['skipped'] = ['contact', 'gst', 'categories', 'items'];
  expect(openPage(state({ done: ['name'], skipped }))).toBe('finish');
});

it('knows its pages by name, and the pages beside each', () => {
  expect(pageNamed('gst')).toBe('gst');
  expect(pageNamed('finish')).toBe('finish');
  expect(pageNamed('prices')).toBeNull();
  expect(pageNamed(undefined)).toBeNull();
  expect(pageBeside('name', -1)).toBeNull();
  expect(pageBeside('items', 1)).toBe('finish');
  expect(pageBeside('finish', 1)).toBeNull();
});

it('counts what is done', () => {
  expect(setupProgress(state({ done: ['name', 'items'], skipped: ['gst'] }))).toBe('2 of 5 done');
});
