import { expect, it } from 'vitest';
import { STUDIO_PAGE_GROUPS } from './registry.ts';
import { settingFromTyped, settingText, typedSetting } from './typed-setting.ts';

it('every default is shown and read back unchanged', () => {
  for (const { name, settings } of STUDIO_PAGE_GROUPS) {
    for (const [key, { rule, default: value }] of Object.entries(settings)) {
      expect(settingFromTyped(rule, typedSetting(rule, value)), `${name}.${key}`).toEqual(value);
    }
  }
});

it('reads what people type', () => {
  expect(settingFromTyped({ type: 'share' }, '12.5 %')).toBe(0.125);
  expect(settingFromTyped({ type: 'share' }, 'half')).toBe('half');
  expect(settingFromTyped({ type: 'number', min: 0, max: 9, step: 1 }, ' 7 ')).toBe(7);
  expect(settingFromTyped({ type: 'number', min: 0, max: 9, step: 1 }, '')).toBe('');
  expect(settingFromTyped({ type: 'phone' }, '+91 (80) 4123-0000')).toBe('+918041230000');
  expect(settingFromTyped({ type: 'email' }, '<hello@frameyard.example>,')).toBe(
    'hello@frameyard.example',
  );
  expect(settingFromTyped({ type: 'gstin' }, ' 27aapfu 0939f1zv')).toBe('27AAPFU0939F1ZV');
  const pasted = '\u200e27-AAPFU\u00a00939F\u20111Z\u200bV\ufeff';
  expect(settingFromTyped({ type: 'gstin' }, pasted)).toBe('27AAPFU0939F1ZV');
  expect(settingFromTyped({ type: 'pan' }, 'aapfu-0939-f')).toBe('AAPFU0939F');
  expect(settingFromTyped({ type: 'colour', against: [], contrast: 4.5 }, '#8A1538')).toBe(
    '#8a1538',
  );
  expect(settingFromTyped({ type: 'text', max: 9, multiline: true }, 'a\r\nb ')).toBe('a\nb');
  expect(
    settingFromTyped(
      { type: 'words', max: 9, words: 9, length: 9 },
      'T-Shirt,  Tee \r\n\n sofa,, couch,',
    ),
  ).toEqual([
    ['t shirt', 'tee'],
    ['sofa', '', 'couch', ''],
  ]);
});

it('says a value in words', () => {
  expect(settingText({ type: 'share' }, 0.18)).toBe('18%');
  expect(settingText({ type: 'boolean' }, false)).toBe('no');
  expect(settingText({ type: 'text', max: 9 }, '')).toBe('empty');
  expect(settingText({ type: 'picture' }, { url: null, alt: '' })).toBe('none');
});
