import { expect, it } from 'vitest';
import { SETTING_GROUPS } from './registry.ts';
import { settingProblemAt, settingProblem, type Rule } from './rules/rule.ts';
import { RULE_CASES } from './rules/rule-cases.ts';
import { siteOf } from './site.ts';

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

it('the site has the studio’s own values, and the defaults for the others', () => {
  expect(siteOf().studio.short_name).toBe('Frameyard');
  const site = siteOf({
    studio: { short_name: 'Chitra', tagline: '' },
    policy: { chairs: 0 },
  });
  expect(site.studio).toMatchObject({ short_name: 'Chitra', tagline: '', city: 'Bangalore' });
  expect(site.policy).toEqual({ chairs: 0 });
  expect(siteOf().policy).toBeUndefined();
});
