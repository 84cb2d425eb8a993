import { describe, expect, it } from 'vitest';
import { fillText, textsOf } from './page-texts.ts';

const WORDS = { city: 'Mysuru', fee: 200 };

const DEFAULTS = {
  title: 'A studio in {city}',
  picture: { url: '/pictures/about-1200.webp', alt: '' },
  rows: [{ title: 'One', note: '', picture: { url: null, alt: '' } }],
  questions: [] as { question: string }[],
};

const shown = (values: Record<string, unknown>) =>
  // why cast: also values that an earlier version has saved.
  textsOf('about', DEFAULTS, values as Parameters<typeof textsOf>[2], WORDS);

describe('the texts of a page', () => {
  it('are the defaults, with their words filled in', () => {
    expect(shown({})).toEqual({ ...DEFAULTS, title: 'A studio in Mysuru' });
    expect(shown({ 'home.title': 'Another page’s' })).toEqual(shown({}));
  });

  it('are the studio’s own where it has them', () => {
    const picture = {
      url: '/storage/v1/object/public/catalogue/site/a.webp',
      alt: 'A {city} roof',
    };
    const own = shown({
      'about.title': '',
      'about.picture': { ...picture, focus: { x: 0, y: 1 } },
      'about.rows': [{ title: 'Costs {fee}', picture }],
      'about.questions': [{ question: '{city}?' }],
    });
    expect(own).toEqual({
      title: '',
      picture: { url: picture.url, alt: 'A Mysuru roof', focus: { x: 0, y: 1 } },
      rows: [{ title: 'Costs 200', note: '', picture: { ...picture, alt: 'A Mysuru roof' } }],
      questions: [{ question: 'Mysuru?' }],
    });
    expect(shown({ 'about.rows': [] }).rows).toEqual([]);
  });

  it.each([
    { 'about.title': ['a list'] },
    { 'about.title': 7 },
    { 'about.picture': 'a text' },
    { 'about.picture': [] },
    { 'about.picture': null },
    { 'about.rows': 'a text' },
    { 'about.rows': [{ title: 'Without a picture' }] },
    { 'about.rows': [{ ...DEFAULTS.rows[0], note: { url: null, alt: '' } }] },
    { 'about.rows': ['a text'] },
    { 'about.rows': [null] },
  ])('are the defaults where a value has another shape: %j', (values) => {
    expect(shown(values)).toEqual(shown({}));
  });
});

it('fills in known words only', () => {
  expect(fillText('{city}, {City}, {}, {toString}, {{city}', WORDS)).toBe(
    'Mysuru, {City}, {}, {toString}, {Mysuru',
  );
});
