import { describe, expect, it } from 'vitest';
import { readCrmSearch } from './crm-search.ts';

describe("the CRM's address", () => {
  it('reads tab, page and open record', () => {
    expect(readCrmSearch({ tab: 'enquiries', page: '3', enquiry: 'ENQ-00042' })).toEqual({
      tab: 'enquiries',
      page: 3,
      enquiry: 'ENQ-00042',
    });
  });

  it.each(['0', '1', '-2', '1.5', 'x', '', ['2', '3'], '99999999999'])(
    'starts at the first page for page=%s',
    (page) => {
      expect(readCrmSearch({ tab: 'nonsense', page })).toEqual({ tab: 'enquiries' });
    },
  );

  it('reads what is searched for, cut to 80 characters', () => {
    expect(readCrmSearch({ q: 'asha rao' })).toEqual({ tab: 'enquiries', q: 'asha rao' });
    expect(readCrmSearch({ q: 'x'.repeat(10_000) }).q).toHaveLength(80);
    expect(readCrmSearch({ q: '  ' })).toEqual({ tab: 'enquiries' });
  });

  it('ignores a record that can be no number', () => {
    expect(readCrmSearch({ enquiry: '' })).toEqual({ tab: 'enquiries' });
    expect(readCrmSearch({ enquiry: ['a', 'b'] })).toEqual({ tab: 'enquiries' });
    expect(readCrmSearch({ enquiry: 'x'.repeat(41) })).toEqual({ tab: 'enquiries' });
  });
});
