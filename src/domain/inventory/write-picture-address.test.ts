import { expect, test } from 'vitest';
import { readPictureAddress } from '../catalogue/picture-address.ts';
import { isImageUrl } from './fields.ts';
import { LONGEST_ALT, writePictureAddress } from './write-picture-address.ts';

const URL = '/storage/v1/object/public/catalogue/props/cane-chair-sage-1.webp';

test('a picture without details is stored as its URL', () => {
  expect(writePictureAddress({ url: URL, alt: null, focus: null })).toBe(URL);
  expect(writePictureAddress({ url: URL, alt: '  ', focus: null })).toBe(URL);
  expect(readPictureAddress(URL)).toEqual({ url: URL, alt: null, focus: null });
  const drawing = 'https://pictures.example/all.svg#lamp';
  expect(readPictureAddress(drawing)).toEqual({ url: drawing, alt: null, focus: null });
});

test.each([
  { alt: 'Seat & back, 100% cane #1 + a "quote"', focus: null },
  { alt: null, focus: { x: 0, y: 100 } },
  { alt: 'बेंत की कुर्सी \\ नीली', focus: { x: 30, y: 40 } },
  { alt: '😀'.repeat(LONGEST_ALT / 2), focus: { x: 100, y: 0 } },
  { alt: 'क'.repeat(LONGEST_ALT), focus: { x: 100, y: 100 } },
])('$alt and $focus are read back, and the database accepts the address', (details) => {
  const address = writePictureAddress({ url: URL, ...details });
  expect(readPictureAddress(address)).toEqual({ url: URL, ...details });
  expect(isImageUrl(address)).toBe(true);
  expect(address.length).toBeLessThanOrEqual(2000);
});

test('a point is rounded and stays within the picture; a wrong one is ignored', () => {
  const address = writePictureAddress({ url: URL, alt: null, focus: { x: 33.4, y: 180 } });
  expect(address).toBe(`${URL}#focus=33,100`);
  for (const focus of ['', '1', 'a,b', '1,red;']) {
    expect(readPictureAddress(`${URL}#focus=${focus}`).focus).toBeNull();
  }
  expect(readPictureAddress(`${URL}#alt=%E0%A4%A`).url).toBe(URL);
});
