import { expect, it } from 'vitest';
import { KNOWN_SETTINGS } from '../settings/known-settings.ts';
import { SAMPLE_DOCUMENT } from './sample-document.ts';
import {
  isPrintedSetting,
  unprintableNote,
  unprintableSigns,
  unprintableTexts,
} from './unprintable.ts';

it.each([
  ['Chair, 5′ 7″ €20 ⅓ ✓ ﬁlm ✔', []],
  ['soft\u00adhyphen ❤\ufe0f\u0007', []],
  ['ஊஞ்சல் কৃষ্ণ ਖ਼ਾਲਸਾ', []],
  ['漢字 and 漢 🪑', ['漢', '字', '🪑']],
])('of "%s": %j', (text, signs) => {
  expect(unprintableSigns(text)).toEqual(signs);
});

it('names each text with its signs, and where it is edited', () => {
  const { studio, customer, lines } = SAMPLE_DOCUMENT;
  const texts = unprintableTexts({
    ...SAMPLE_DOCUMENT,
    kind: 'quote',
    studio: {
      ...studio,
      name: 'Studio 光',
      address: ['1, 東 Road', 'Bengaluru 東西'],
      bank: { account_name: '李', bank: '行', account: '', ifsc: '' },
      upi: { id: 'studio@bank', name: '光' },
      signatory: '王',
    },
    customer: { ...customer, name: '李 Li', legal_name: '漢 Ltd', address: '字' },
    lines: lines.slice(0, 2).map((line, at) => ({ ...line, text: at === 1 ? 'Fan 扇 🪭' : 'Set' })),
    notes: 'กา',
    terms: '約',
    footer: '末',
  });
  expect(
    texts.map(({ name, signs, source }) => [name, signs.join(''), Object.values(source ?? {})[0]]),
  ).toEqual([
    ['Name of the studio', '光', 'studio.name'],
    ['Address of the studio', '東西', 'studio.address_lines'],
    ['Name of the account', '李', 'identity.bank_account_name'],
    ['Bank and branch', '行', 'identity.bank_name'],
    ['Customer', '李', 'CUS-00042'],
    ['Billing details', '漢字', 'billing_profile'],
    ['Line 2', '扇🪭', 1],
    ['Notes', 'กา', 'notes'],
    ['Terms', '約', 'documents.quote_terms'],
    ['Last line', '末', 'documents.footer'],
  ]);
});

it('names what the paper of a kind has', () => {
  const studio = { ...SAMPLE_DOCUMENT.studio, signatory: '王', bank: null };
  const namesOf = (kind: 'quote' | 'credit_note') =>
    unprintableTexts({ ...SAMPLE_DOCUMENT, kind, studio }).map(({ name }) => name);
  expect(namesOf('quote')).toEqual([]);
  expect(namesOf('credit_note')).toEqual(['Authorised signatory']);
});

it('names the reason and the reference of a voucher, which have no field', () => {
  const texts = unprintableTexts({
    ...SAMPLE_DOCUMENT,
    kind: 'refund_voucher',
    reason: 'Wrong 日',
    payment: { method: 'upi', reference: '月', day: '2026-11-23' },
  });
  expect(texts).toEqual([
    { name: 'Reason', signs: ['日'], source: null },
    { name: 'Reference of the payment', signs: ['月'], source: null },
  ]);
});

it('knows the settings that documents print', () => {
  const printed = [...KNOWN_SETTINGS.keys()].filter(isPrintedSetting);
  expect(printed).toHaveLength(15);
  expect(printed).toEqual(expect.arrayContaining(['studio.country', 'documents.invoice_terms']));
  expect(isPrintedSetting('studio.hours')).toBe(false);
});

it('says at a field what cannot be printed', () => {
  expect(unprintableNote('Studio 光', 'Line 光 東')).toBe('Cannot be printed: 光 東');
  expect(unprintableNote('Studio')).toBeUndefined();
});
