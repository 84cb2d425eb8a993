import { expect, it } from 'vitest';
import { SETTING_GROUPS } from './registry.ts';
import { settingProblemAt, settingProblem, type Rule } from './rules/rule.ts';
import { RULE_CASES } from './rules/rule-cases.ts';
import { siteSetting } from './site.ts';

it.each(RULE_CASES)('$rule.type: $value', ({ rule, value, problem }) => {
  expect(settingProblem(rule, value)).toBe(problem);
});

it('says where in a list the problem is', () => {
  const rule: Rule = {
    type: 'list',
    min: 0,
    max: 3,
    of: { question: { type: 'text', max: 5 }, answer: { type: 'text', max: 5, required: true } },
  };
  const rows = [
    { question: 'Pets?', answer: 'Ask.' },
    { question: 'Power?', answer: '5' },
  ];
  expect(settingProblemAt(rule, rows)).toEqual({
    path: [1, 'question'],
    message: 'At most 5 characters.',
  });
});

it('every default follows its rule', () => {
  for (const { name, settings } of SETTING_GROUPS) {
    for (const [key, { rule, default: value }] of Object.entries(settings)) {
      expect(settingProblem(rule, value), `${name}.${key}`).toBeNull();
    }
  }
});

it('a site-wide setting is the studio’s own value or the default', () => {
  expect(siteSetting({}, 'studio.short_name')).toBe('Frameyard');
  expect(siteSetting({ 'studio.short_name': 'Chitra' }, 'studio.short_name')).toBe('Chitra');
  expect(siteSetting({ 'studio.hours': '' }, 'studio.hours')).toBe('');
  expect(siteSetting({ 'policy.cleaning_fee': 0 }, 'policy.cleaning_fee')).toBe(0);
});
