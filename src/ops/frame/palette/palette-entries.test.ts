import { linkOptions } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import type { FoundRecord } from '#domain/crm/found-record.ts';
import type { RecordLinks } from '../../kit/record-links.ts';
import { recordEntry } from './palette-entries.ts';

const record = (given: Partial<FoundRecord>): FoundRecord => ({
  what: 'order',
  id: 'an id',
  number: 'ORD-00012',
  title: "Lia D'Souza",
  type: null,
  mobile: null,
  status: 'Confirmed',
  rental_from: '2026-12-01',
  rental_to: '2026-12-01',
  item: null,
  active: true,
  ...given,
});

const links: RecordLinks = {
  order: (number) => linkOptions({ to: '/ops/today', search: { order: number } }),
  enquiry: (number) => linkOptions({ to: '/ops/crm', search: { tab: 'enquiries', open: number } }),
  item: (_, code) => linkOptions({ to: '/ops/scan/{-$code}', params: { code } }),
};

test('a document is opened by its id, and told by its kind and date', () => {
  const navigate = vi.fn<() => Promise<void>>();
  const entry = recordEntry(
    record({ what: 'document', number: 'INV/26-27/0012', status: 'Invoice', rental_to: null }),
    navigate,
    links,
  );
  expect(entry.title).toBe("INV/26-27/0012 · Lia D'Souza");
  expect(entry.detail).toBe('Invoice · 1 Dec');
  entry.open();
  expect(navigate).toHaveBeenCalledWith({ to: '/ops/documents/$id', params: { id: 'an id' } });
});

test('an order that was found for an item names it', () => {
  const entry = recordEntry(record({ item: 'Brass lamp' }), vi.fn<() => Promise<void>>(), links);
  expect(entry.detail).toBe('Order · Confirmed · 1 Dec · Brass lamp');
});
