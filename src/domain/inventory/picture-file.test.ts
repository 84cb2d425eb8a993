import { describe, expect, it } from 'vitest';
import {
  isHeic,
  pictureRefusal,
  pictureSizeRefusal,
  pictureTypeOf,
  shrunkSize,
} from './picture-file.ts';

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));

describe('a selected file', () => {
  it.each([
    ['\xff\xd8\xff\xe0\0\x10JFIF', 'image/jpeg', 'jpg'],
    ['\x89PNG\r\n\x1a\n\0\0\0\r', 'image/png', 'png'],
    ['RIFF\x0a\0\0\0WEBPVP8 ', 'image/webp', 'webp'],
    ['\0\0\0\x1cftypavif', 'image/avif', 'avif'],
    ['GIF89a\x01\0', 'image/gif', 'gif'],
  ])('%j is %s', (text, type, extension) => {
    expect(pictureTypeOf(bytes(text))).toEqual({ type, extension });
  });

  it.each([
    '',
    'MZ',
    '<svg xmlns=""/>',
    '%PDF-1.7',
    'RIFF\0\0\0\0WAVE',
    '\0\0\0\x18ftypheic',
    'II*\0',
  ])('%j is not an accepted picture', (text) => {
    expect(pictureTypeOf(bytes(text))).toBeNull();
  });

  it('is refused with a reason', () => {
    const png = { type: 'image/png', extension: 'png' };
    expect(pictureRefusal(0, null)).toBe('The file is empty.');
    expect(pictureRefusal(5, null)).toBe('Choose a JPEG, PNG, WebP, AVIF or GIF picture.');
    expect(pictureRefusal(10_485_761, png)).toBe('The picture is larger than 10 MB.');
    expect(pictureRefusal(10_485_760, png)).toBeNull();
  });

  it('is refused for its pixels as the storage refuses it', () => {
    expect(pictureSizeRefusal(8600, 5800)).toBeNull();
    expect(pictureSizeRefusal(5000, 10_000)).toBeNull();
    expect(pictureSizeRefusal(5000, 10_001)).toBe('The picture has more than 50 megapixels');
    expect(pictureSizeRefusal(16_383, 2)).toBeNull();
    expect(pictureSizeRefusal(2, 16_384)).toBe('The picture has a side of more than 16,383 pixels');
  });

  it('is recognised as HEIC', () => {
    expect(isHeic(bytes('\0\0\0\x18ftypheic'))).toBe(true);
    expect(isHeic(bytes('\0\0\0\x18ftypmif1'))).toBe(true);
    expect(isHeic(bytes('\0\0\0\x1cftypavif'))).toBe(false);
    expect(isHeic(bytes('heic'))).toBe(false);
  });

  it('keeps its proportions when shrunk, and is never enlarged', () => {
    expect(shrunkSize(6000, 4000)).toEqual({ width: 3000, height: 2000 });
    expect(shrunkSize(2000, 8000)).toEqual({ width: 750, height: 3000 });
    expect(shrunkSize(800, 600)).toEqual({ width: 800, height: 600 });
    expect(shrunkSize(9000, 1)).toEqual({ width: 3000, height: 1 });
  });
});
