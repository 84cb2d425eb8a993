import { describe, expect, it } from 'vitest';
import { pictureSources } from './images.ts';

const STORED = '/storage/v1/object/public/catalogue/props/cane-chair-sage-1.webp';

describe('picture sources', () => {
  it('offer our own objects at each width', () => {
    expect(pictureSources(STORED, { origin: '', widths: [320, 640], quality: 70 })).toEqual({
      src: '/storage/v1/render/image/public/catalogue/props/cane-chair-sage-1.webp?width=640&resize=contain&quality=70',
      srcSet:
        '/storage/v1/render/image/public/catalogue/props/cane-chair-sage-1.webp?width=320&resize=contain&quality=70 320w, ' +
        '/storage/v1/render/image/public/catalogue/props/cane-chair-sage-1.webp?width=640&resize=contain&quality=70 640w',
      plain: STORED,
    });
  });

  it('point to the backend where that is another origin', () => {
    const { src, plain } = pictureSources(STORED, {
      origin: 'https://x.supabase.co',
      widths: [320],
    });
    expect(src).toMatch(/^https:\/\/x\.supabase\.co\/storage\/v1\/render\/image\/public\//);
    expect(plain).toBe(`https://x.supabase.co${STORED}`);
  });

  it('do not change other URLs', () => {
    const other = 'https://images.example/lamp.jpg?a=1';
    expect(pictureSources(other, { origin: 'https://x.example', widths: [320] })).toEqual({
      src: other,
    });
  });

  it('have the focal point as a style, and no details in their addresses', () => {
    const set = '#focus=30,40&alt=Cane%20chair';
    const own = pictureSources(STORED + set, { origin: '', widths: [320] });
    expect(own).toEqual({
      ...pictureSources(STORED, { origin: '', widths: [320] }),
      style: { objectPosition: '30% 40%' },
    });
    expect(pictureSources(`https://x.example/a.jpg${set}`, { origin: '', widths: [320] })).toEqual({
      src: 'https://x.example/a.jpg',
      style: { objectPosition: '30% 40%' },
    });
  });
});
