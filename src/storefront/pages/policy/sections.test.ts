import { expect, it } from 'vitest';
import { policy } from '#config/policy';
import { policySections } from './sections.ts';
import { policyWords } from './policy-words.ts';

const SECTION = { title: 'A', figure: '', figure_note: '', text: 'B', table: '', anchor: '' };

it('every section has an id of its own', () => {
  const anchors = [
    'Pets & Animals',
    'pets & animals',
    '',
    'content',
    'जानवर',
    'section-3',
    'section_3',
  ];
  const sections = policySections(anchors.map((anchor) => ({ ...SECTION, anchor })));
  const ids = sections.map(({ id }) => id);
  expect(ids.slice(0, 2)).toEqual(['pets-animals', 'section_2']);
  expect(new Set(ids).size).toBe(anchors.length);
  expect(ids).not.toContain('content');
});

it('reads a table of two columns', () => {
  const [section] = policySections([{ ...SECTION, table: 'When | What\n\n 1 | 2 | 3\nlone\n' }]);
  expect(section?.terms).toEqual({ head: ['When', 'What'], rows: [['1', '2'], ['lone']] });
  expect(policySections([{ ...SECTION, table: 'When | What' }])[0]?.terms).toBeNull();
});

it('says shares in percent and amounts in rupees', () => {
  expect(policyWords({ ...policy, advance_part: 0.55, cleaning_fee: 2500 })).toMatchObject({
    advance_part: '55%',
    advance_rest: '45%',
    cleaning_fee: '₹2,500',
    chairs: 8,
  });
});
