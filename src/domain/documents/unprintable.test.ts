import { expect, it } from 'vitest';
import { unprintableSigns, unprintableTexts } from './unprintable.ts';

it.each([
  ['Chair, 5′ 7″ €20 ⅓ ✓ ﬁlm ✔', []],
  ['soft\u00adhyphen ❤\ufe0f\u0007', []],
  ['ஊஞ்சல் কৃষ্ণ ਖ਼ਾਲਸਾ', []],
  ['漢字 and 漢 🪑', ['漢', '字', '🪑']],
])('of "%s": %j', (text, signs) => {
  expect(unprintableSigns(text)).toEqual(signs);
});

it('names each text with its signs', () => {
  const customer = { id: '', number: 'CUS-00001', name: '李 Li', mobile: null, email: null };
  const lines = [
    { position: 1, text: 'Lamp' },
    { position: 2, text: 'Fan 扇 🪭' },
  ];
  const texts = unprintableTexts({ customer, billing_profile: null, lines, notes: 'กา' });
  expect(texts).toEqual(['Customer: 李', 'Line 2: 扇 🪭', 'Notes: ก า']);
});
