import { describe, expect, it } from 'vitest';
import { readNearDate, readTypedDate, readTypedPeriod, typedDateText } from './typed-date.ts';

const TODAY = '2026-11-26';
const read = (text: string) => readTypedDate(text, TODAY);

describe('a typed day', () => {
  it.each([
    '14/12',
    '14-12-2026',
    '14.12.26',
    '14 12',
    '14122026',
    '1412',
    ' 14 / 12 / 2026 ',
    '14 Dec',
    '14th december 2026',
    '14dec',
    "14 Dec '26",
    '14-Dec-2026',
    'Dec 14',
    'December 14, 2026',
    'Mon, 14 Dec',
    'monday 14 dec 2026',
    '14',
    '2026-12-14',
  ])('%s is 14 December', (text) => {
    expect(read(text)).toBe('2026-12-14');
  });

  it('is the next one from today on, today included', () => {
    expect(read('26/11')).toBe(TODAY);
    expect(read('25/11')).toBe('2027-11-25');
    expect(read('26')).toBe(TODAY);
    expect(read('25')).toBe('2026-12-25');
    expect(readTypedDate('31', '2027-01-31')).toBe('2027-01-31');
    expect(readTypedDate('30', '2027-01-31')).toBe('2027-03-30');
    expect(read('29 feb')).toBe('2028-02-29');
    expect(read('today')).toBe(TODAY);
    expect(read('Tomorrow')).toBe('2026-11-27');
  });

  it('may be past where its year was typed', () => {
    expect(read('14/11/2026')).toBe('2026-11-14');
  });

  it.each([
    '',
    '32/1',
    '14/13',
    '29 Feb 2027',
    '14 foo',
    '12/14',
    'soon',
    '0',
    '14/',
    '2027',
    '32122026',
  ])('“%s” is none', (text) => {
    expect(read(text)).toBeNull();
  });

  it('stands in its field with month in letters and year, which can be read again', () => {
    expect(typedDateText('2026-09-04')).toBe('4 Sept 2026');
    expect(read(typedDateText('2026-09-04'))).toBe('2026-09-04');
    expect(typedDateText('14/')).toBe('14/');
    expect(typedDateText('')).toBe('');
  });
});

describe('a day that may be past', () => {
  it.each([
    ['25/11', '2026-11-25'],
    ['26', TODAY],
    ['27/11', '2026-11-27'],
    ['1 Jun', '2026-06-01'],
    ['20 May', '2027-05-20'],
    ['5', '2026-12-05'],
    ['29 feb', '2028-02-29'],
    ['1/6/2031', '2031-06-01'],
    ['31/2', null],
  ])('%s is the nearest: %s', (text, day) => {
    expect(readNearDate(text, { today: TODAY })).toBe(day);
  });

  it('is within its limits where no year was typed', () => {
    expect(readNearDate('27/11', { today: TODAY, max: TODAY })).toBe('2025-11-27');
    expect(readNearDate('27', { today: TODAY, max: TODAY })).toBe('2026-10-27');
    expect(readNearDate('25/11', { today: TODAY, min: TODAY })).toBe('2027-11-25');
    expect(readNearDate('27/11/2026', { today: TODAY, max: TODAY })).toBe('2026-11-27');
  });
});

describe('a typed period', () => {
  it.each([
    '10-12 Dec',
    '10–12 dec',
    '10 to 12 December 2026',
    '10th - 12th Dec',
    '10 till 12/12',
    '10/12 - 12/12',
    '10 Dec to 12 Dec',
    '10 dec – 12 dec',
    '2026-12-10 to 2026-12-12',
  ])('%s is 10 to 12 December', (text) => {
    expect(readTypedPeriod(text, TODAY)).toEqual({ from: '2026-12-10', to: '2026-12-12' });
  });

  it('may reach over the end of a month or a year', () => {
    expect(readTypedPeriod('30 Nov - 2 Dec', TODAY)).toEqual({
      from: '2026-11-30',
      to: '2026-12-02',
    });
    expect(readTypedPeriod('30 Dec – 2 Jan', TODAY)).toEqual({
      from: '2026-12-30',
      to: '2027-01-02',
    });
  });

  it.each([
    '',
    '10',
    '10 Dec',
    '10-12',
    '10-12-26',
    '10-12-2026',
    '12-10 Dec',
    '10-12 f',
    '10-',
    '31-2 feb',
    'soon to be',
  ])('“%s” is none', (text) => {
    expect(readTypedPeriod(text, TODAY)).toBeNull();
  });
});
