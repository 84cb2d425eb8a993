import { expect, it } from 'vitest';
import { areaSpelling, areaText, sidesText } from './area.ts';

it('formats a size in feet', () => {
  expect(areaText(10, 20)).toBe('10 × 20 ft');
  expect(areaText(12.5, 9)).toBe('12.5 × 9 ft');
  expect(areaText(1000, 0.1)).toBe('1000 × 0.1 ft');
});

it.each([
  '10x20',
  '10 X 20',
  ' 10 × 20 ft ',
  '10×20 feet',
  '10ft x 20ft',
  "10' * 20'",
  '10x20 ft.',
])('normalises %j', (typed) => {
  expect(areaSpelling(typed)).toBe('10 × 20 ft');
});

it.each(['Custom', '10', '2 × 3 m', '10x20x30', 'XL'])('leaves %j unchanged', (typed) => {
  expect(areaSpelling(typed)).toBe(typed);
});

it('says the sides that are known', () => {
  expect(sidesText({ W: 46, D: 52.5, H: 84 })).toBe('W 46 × D 52.5 × H 84 cm');
  expect(sidesText({ W: null, D: null, H: 1200 })).toBe('H 1200 cm');
  expect(sidesText({ W: null, D: null, H: null })).toBeNull();
});
