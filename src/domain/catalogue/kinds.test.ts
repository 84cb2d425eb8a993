import { describe, expect, it } from 'vitest';
import { itemAddress, itemMetaDescription, itemTitle } from './item.ts';
import { itemPath } from './item-path.ts';
import { DETAILS } from './kinds/details.ts';
import { hideGeneric } from './kinds/kind.ts';
import { CATALOGUES } from './kinds.ts';

describe('kind descriptors', () => {
  it.each(Object.entries(CATALOGUES))('%s is listed under its own name', (name, descriptor) => {
    expect(descriptor.kind).toBe(name);
    expect(descriptor.itemPath).toMatch(/\/\$slug$/);
  });

  it('have unique paths', () => {
    const paths = Object.values(CATALOGUES).flatMap((one) => [one.listPath, one.itemPath]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('read a prop with all, some and no lookups', () => {
    const read = DETAILS.prop;
    const sides = { width_cm: 46, depth_cm: 52, height_cm: 84 };
    expect(
      read({ names: { brand: 'Okha', category: 'Chairs', colour: 'Sage' }, ...sides }),
    ).toEqual({
      title: 'Rent Props',
      badge: 'Okha',
      facts: [
        { label: 'Category', value: 'Chairs' },
        { label: 'Colour', value: 'Sage' },
        { label: 'Size', value: 'W 46 × D 52 × H 84 cm' },
      ],
    });
    const unknown = { width_cm: null, depth_cm: null, height_cm: null };
    expect(read({ names: { brand: null, category: null, colour: 'Sage' }, ...unknown })).toEqual({
      title: 'Rent Props',
      badge: null,
      facts: [{ label: 'Colour', value: 'Sage' }],
    });
  });

  it('show each kind’s badge', () => {
    const { prop, gear, crew, cloth, backdrop, set } = DETAILS;
    const brand = 'GENERIC';
    const none = { category: null, colour: null };
    const sides = { width_cm: 80, depth_cm: null, height_cm: 95.5 };
    expect(prop({ names: { ...none, brand }, ...sides })).toMatchObject({
      badge: null,
      facts: [{ label: 'Size', value: 'W 80 × H 95.5 cm' }],
    });
    expect(gear({ names: { category: 'Grip', brand }, ...sides })).toMatchObject({
      badge: null,
      facts: [
        { label: 'Category', value: 'Grip' },
        { label: 'Size', value: 'W 80 × H 95.5 cm' },
      ],
    });
    expect(crew({ names: { category: 'Generic' }, seniority: 'Senior' })).toMatchObject({
      badge: null,
      facts: [{ label: 'Seniority', value: 'Senior' }],
    });
    expect(cloth({ names: { ...none, brand, size: 'XL', gender: 'Women' } })).toMatchObject({
      badge: 'GENERIC',
      facts: [
        { label: 'Size', value: 'XL' },
        { label: 'Gender', value: 'Women' },
      ],
    });
    expect(
      backdrop({
        names: { material: 'Muslin', size: null, colour: null },
        length_feet: 10,
        width_feet: 8.5,
      }),
    ).toMatchObject({
      badge: 'Muslin',
      facts: [
        { label: 'Material', value: 'Muslin' },
        { label: 'Length × width', value: '10 × 8.5 ft' },
      ],
    });
    expect(
      backdrop({
        names: { material: null, size: '10 × 20 ft', colour: null },
        length_feet: 10,
        width_feet: 20,
      }).facts,
    ).toEqual([{ label: 'Size', value: '10 × 20 ft' }]);
    expect(set({ names: { category: 'Package' } })).toMatchObject({
      title: 'Rent Package',
      badge: 'Package',
    });
  });

  it('hide the brand "generic"', () => {
    expect(hideGeneric('Generic')).toBeNull();
    expect(hideGeneric(' GENERIC ')).toBeNull();
    expect(hideGeneric(null)).toBeNull();
    expect(hideGeneric('Generic Goods')).toBe('Generic Goods');
  });
});

describe('an item', () => {
  it('has the path of its kind, or none for an unknown one', () => {
    const item = { slug: 'mist 5/6', code: 'BDP-00001' };
    expect(itemPath('set', item)).toBe('/rent-sets-packages/mist%205%2F6');
    expect(itemPath('backdrop', { ...item, slug: null })).toBe('/backdrops/BDP-00001');
    expect(itemPath('backdrop', item, { backdrop: '/backdrop/$slug' })).toBe(
      '/backdrop/mist%205%2F6',
    );
    expect(itemPath('voucher', item)).toBeNull();
  });

  it('is linked by slug, or by code without one', () => {
    expect(itemAddress({ slug: 'cane-chair', code: 'PRP-00001' })).toBe('cane-chair');
    expect(itemAddress({ slug: '', code: 'PRP-00001' })).toBe('PRP-00001');
    expect(itemAddress({ slug: null, code: 'PRP-00001' })).toBe('PRP-00001');
  });

  it('has a page title and a meta description', () => {
    expect(itemTitle('Cane Chair', 'Rent Props', 'Frameyard')).toBe(
      'Cane Chair – Rent Props | Frameyard',
    );
    expect(itemMetaDescription({ name: 'Cane Chair', description: 'Two of them.' }, '₹500')).toBe(
      'Rent Cane Chair for ₹500/day. Two of them.',
    );
    expect(itemMetaDescription({ name: 'Cane Chair', description: '' }, '₹500')).toBe(
      'Rent Cane Chair for ₹500/day.',
    );
  });
});
