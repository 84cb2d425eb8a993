import { describe, expect, it } from 'vitest';
import {
  customerName,
  enquiryNumber,
  formatRentalDates,
  formatReceived,
  initialsOf,
  itemsText,
  statusText,
  typedDifferently,
} from './crm-text.ts';

const customer = {
  first_name: 'Asha',
  last_name: 'Rao',
  mobile: '+919876543210',
  email: 'asha@example.com',
};

it('a status without a label is put into words', () => {
  expect(statusText('advance_received')).toBe('Advance received');
  expect(statusText('')).toBe('');
});

describe('an enquiry', () => {
  it('has a number, or "ENQ-" and the last 6 characters of its id', () => {
    const id = '7d9f2a70-7c7e-4a0b-9d4e-1f0a2b3c4d5e';
    expect(enquiryNumber({ id, enquiry_number: 'ENQ-00042' })).toBe('ENQ-00042');
    expect(enquiryNumber({ id, enquiry_number: null })).toBe('ENQ-3c4d5e');
    expect(enquiryNumber({ id, enquiry_number: '' })).toBe('ENQ-3c4d5e');
  });

  it('names the customer, or the Unknown Customer', () => {
    expect(customerName(customer)).toBe('Asha Rao');
    expect(customerName({ first_name: 'Asha', last_name: '' })).toBe('Asha');
    expect(customerName(null)).toBe('Unknown Customer');
    expect(customerName({ first_name: ' ', last_name: '' })).toBe('Unknown Customer');
  });

  it('shows its owner by the initials of first and last name', () => {
    expect(['Meera Nair', 'asha', ' Ravi  K. Iyer ', 'User 3c4d5e', ''].map(initialsOf)).toEqual([
      'MN',
      'A',
      'RI',
      'U3',
      '',
    ]);
  });

  it('lists its items, with quantities above one', () => {
    expect(
      itemsText([
        { name: 'Brass Lamp, Gold', quantity: 1 },
        { name: 'Red Chair', quantity: 2 },
      ]),
    ).toBe('Brass Lamp, Gold · Red Chair × 2');
    expect(itemsText([{ name: null, quantity: 1 }])).toBe('Unknown Item');
    expect(itemsText([{ name: null, description: 'Delivery', quantity: 1 }])).toBe('Delivery');
    expect(itemsText([])).toBe('');
  });

  it('shows only the contact details that differ', () => {
    const contact = {
      contact_first_name: 'asha',
      contact_last_name: 'Rao',
      contact_email: 'asha@studio.example',
    };
    expect(typedDifferently(contact, customer)).toEqual({ email: 'asha@studio.example' });
    expect(typedDifferently({ ...contact, contact_first_name: 'Anu' }, customer)).toEqual({
      name: 'Anu Rao',
      email: 'asha@studio.example',
    });
    expect(
      typedDifferently(
        { contact_first_name: null, contact_last_name: null, contact_email: null },
        customer,
      ),
    ).toEqual({});
  });

  it('shortens the rental dates', () => {
    // The browser's data decides on the spaces around the dash.
    const plain = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll(/ ?– ?/g, '–');
    expect(plain(formatRentalDates('2026-11-21', '2026-11-23'))).toBe('21–23 Nov 2026');
    expect(plain(formatRentalDates('2026-11-28', '2026-12-02'))).toBe('28 Nov–2 Dec 2026');
    expect(plain(formatRentalDates('2026-11-21', '2026-11-21'))).toBe('21 Nov 2026');
    expect(formatRentalDates(null, null)).toBe('–');
    expect(formatRentalDates('2026-11-21', null)).toBe('21 Nov 2026');
  });

  it('formats its time of receipt in the studio’s time zone', () => {
    const now = new Date('2026-11-21T10:00:00Z');
    expect(formatReceived('2026-11-21T04:05:00Z', now)).toMatch(/^Today, 9:35\s?am$/i);
    // 18:30 UTC is the studio's midnight.
    expect(formatReceived('2026-11-20T18:29:00Z', now)).toMatch(/^20\sNov,? 11:59\s?pm$/i);
    expect(formatReceived('2025-11-20T04:05:00Z', now)).toBe('20 Nov 2025');
    expect(formatReceived('nonsense', now)).toBe('');
  });
});
