import { describe, expect, it } from 'vitest';
import {
  changeList,
  closeDuplicates,
  closeNew,
  closeRecord,
  hasCriteria,
  listKey,
  openDuplicates,
  openNew,
  openRecord,
  readCrmSearch,
  selectPart,
  turnPage,
} from './crm-search.ts';

const CUSTOMER = '7d9f2a70-7c7e-4a0b-9d4e-1f0a2b3c4d5e';

describe("the CRM's address", () => {
  it('reads tab, search, sort, filters, page and open record', () => {
    const raw = {
      tab: 'orders',
      q: 'asha rao',
      sort: '-total',
      status: 'confirmed',
      payment: 'refunded',
      from: '2026-11-01',
      to: '2026-11-30',
      rental_from: '2026-12-01',
      rental_to: '2026-12-05',
      show: 'out',
      customer: CUSTOMER,
      open: 'ORD-00042',
    };
    expect(readCrmSearch({ ...raw, page: '3' })).toEqual({ ...raw, page: 3 });
  });

  it('reads the tab of the open record, and drops it with the record', () => {
    const orders = { tab: 'orders', q: 'asha' } as const;
    const open = { ...orders, open: 'ORD-00042', part: 'money' } as const;
    expect(readCrmSearch({ ...open })).toEqual(open);
    expect(readCrmSearch({ ...open, part: 'nonsense' })).toEqual({ ...orders, open: 'ORD-00042' });
    expect(readCrmSearch({ ...orders, part: 'money' })).toEqual(orders);
    expect(closeRecord(open)).toEqual(orders);
    expect(openRecord(open, 'ORD-00043')).toEqual({ ...orders, open: 'ORD-00043' });
    expect(selectPart(open, undefined)).toEqual({ ...orders, open: 'ORD-00042' });
    expect(selectPart(open, 'documents')).toEqual({ ...open, part: 'documents' });
    expect(selectPart(orders, 'money')).toEqual(orders);
    expect(listKey(open)).toEqual({ q: 'asha' });
  });

  it('opens the list of likely duplicates over the leads only, and drops it with a change of the list', () => {
    const leads = { tab: 'leads', q: 'asha' } as const;
    const open = { ...leads, list: 'duplicates' } as const;
    expect(openDuplicates(leads)).toEqual(open);
    expect(readCrmSearch({ ...open })).toEqual(open);
    expect(closeDuplicates(open)).toEqual(leads);
    expect(readCrmSearch({ ...open, list: 'nonsense' })).toEqual(leads);
    expect(readCrmSearch({ ...open, tab: 'orders' })).toEqual({ ...leads, tab: 'orders' });
    expect(changeList(open, { q: 'rao' })).toEqual({ ...leads, q: 'rao' });
    expect(listKey(open)).toEqual({ q: 'asha' });
  });

  it('defaults to the leads, newest first', () => {
    expect(readCrmSearch({})).toEqual({ tab: 'leads' });
    expect(readCrmSearch({ tab: 'nonsense', sort: '-created' })).toEqual({ tab: 'leads' });
    expect(readCrmSearch({ sort: '-password' })).toEqual({ tab: 'leads' });
  });

  it('drops keys that the tab does not support', () => {
    const all = { assigned: 'me', messages: 'unhandled', status: 'pending', customer: CUSTOMER };
    expect(readCrmSearch({ tab: 'leads', ...all })).toEqual({
      tab: 'leads',
      assigned: 'me',
      messages: 'unhandled',
    });
    expect(readCrmSearch({ tab: 'enquiries', ...all, payment: 'refunded' })).toEqual({
      tab: 'enquiries',
      status: 'pending',
      customer: CUSTOMER,
    });
  });

  it.each(['0', '1', '-2', '1.5', 'x', '', ['2', '3'], '99999999999'])(
    'starts at the first page for page=%s',
    (page) => {
      expect(readCrmSearch({ page })).toEqual({ tab: 'leads' });
    },
  );

  it('drops invalid dates, message filters and numbers', () => {
    expect(readCrmSearch({ tab: 'enquiries', from: '2026-02-31', to: 'today' })).toEqual({
      tab: 'enquiries',
    });
    expect(
      readCrmSearch({ tab: 'orders', show: 'all', rental_from: 'soon', rental_to: '2026-13-01' }),
    ).toEqual({ tab: 'orders' });
    expect(readCrmSearch({ tab: 'enquiries', show: 'out', rental_to: '2026-12-01' })).toEqual({
      tab: 'enquiries',
      rental_to: '2026-12-01',
    });
    expect(readCrmSearch({ messages: 'all', assigned: 'you', open: '' })).toEqual({ tab: 'leads' });
    expect(readCrmSearch({ tab: 'orders', customer: 'CUS-1' })).toEqual({ tab: 'orders' });
    expect(readCrmSearch({ open: ['a', 'b'] })).toEqual({ tab: 'leads' });
    expect(readCrmSearch({ open: 'x'.repeat(81) })).toEqual({ tab: 'leads' });
  });

  it('truncates the search text to 80 characters, never inside a surrogate pair', () => {
    expect(readCrmSearch({ q: 'x'.repeat(10_000) }).q).toHaveLength(80);
    expect(readCrmSearch({ q: '  ' })).toEqual({ tab: 'leads' });
    const emoji = readCrmSearch({ q: `x${'🎬'.repeat(50)}` }).q ?? '';
    expect(emoji).toHaveLength(79);
    expect(() => encodeURIComponent(emoji)).not.toThrow();
  });
});

describe('moving through the CRM', () => {
  const search = readCrmSearch({
    tab: 'enquiries',
    q: 'asha',
    status: 'pending',
    page: '2',
    open: 'ENQ-1',
  });

  it('resets page and open record when the list changes', () => {
    expect(changeList(search, { q: undefined, sort: 'created' })).toEqual({
      tab: 'enquiries',
      status: 'pending',
      sort: 'created',
    });
    expect(changeList(search, { status: undefined, q: '' })).toEqual({ tab: 'enquiries' });
  });

  it('turns pages and closes records without changing the rest', () => {
    const list = { tab: 'enquiries', q: 'asha', status: 'pending' };
    expect(turnPage(search, 3)).toEqual({ ...list, page: 3 });
    expect(turnPage(search, 1)).toEqual(list);
    expect(closeRecord(search)).not.toHaveProperty('open');
    expect(closeRecord(search).page).toBe(2);
  });

  it('opens and closes the form of a new order, which belongs to no list', () => {
    const open = openNew(search, 'order');
    expect(open).toEqual({ tab: 'enquiries', q: 'asha', status: 'pending', page: 2, new: 'order' });
    expect(listKey(open)).toEqual(listKey(search));
    expect(closeNew(open)).not.toHaveProperty('new');
    expect(changeList(open, {})).not.toHaveProperty('new');
    expect(readCrmSearch({ new: 'lead' })).toEqual({ tab: 'leads' });
  });

  it('knows whether a search or filter is set', () => {
    expect(hasCriteria(search)).toBe(true);
    expect(hasCriteria(readCrmSearch({ tab: 'orders', customer: CUSTOMER }))).toBe(true);
    expect(hasCriteria(readCrmSearch({ tab: 'orders', sort: 'created', open: 'ORD-1' }))).toBe(
      false,
    );
  });
});
