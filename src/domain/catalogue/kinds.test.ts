import { describe, expect, it } from 'vitest';
import { itemAddress, itemSummary, itemTitle } from './item.ts';
import { itemPath } from './item-path.ts';
import { hideGeneric } from './kind.ts';
import { CATALOGUES } from './kinds.ts';

describe('kind descriptors', () => {
  it.each(Object.entries(CATALOGUES))('%s stands under its own name', (name, descriptor) => {
    expect(descriptor.kind).toBe(name);
    expect(descriptor.itemPath).toMatch(/\/\$slug$/);
  });

  it('has no two kinds with one address', () => {
    const paths = Object.values(CATALOGUES).flatMap((one) => [one.listPath, one.itemPath]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('reads a prop with all, some and none of its lookups', () => {
    const { read } = CATALOGUES.prop.details;
    expect(
      read({
        prop_brands: { name: 'Okha' },
        prop_categories: { name: 'Chairs' },
        colors: { name: 'Sage' },
      }),
    ).toEqual({
      title: 'Rent Props',
      badge: 'Okha',
      facts: [
        { label: 'Category', value: 'Chairs' },
        { label: 'Colour', value: 'Sage' },
      ],
    });
    expect(read({ prop_brands: null, prop_categories: null, colors: { name: 'Sage' } })).toEqual({
      title: 'Rent Props',
      badge: null,
      facts: [{ label: 'Colour', value: 'Sage' }],
    });
    expect(() => read({ prop_brands: 'Okha' })).toThrow('prop_brands');
  });

  it('shows the badge that the spec names for each kind', () => {
    const generic = { name: 'GENERIC' };
    const none = { prop_categories: null, colors: null };
    expect(CATALOGUES.prop.details.read({ ...none, prop_brands: generic }).badge).toBeNull();
    const gear = { gear_category_manager: null };
    expect(CATALOGUES.gear.details.read({ ...gear, gear_brands: generic }).badge).toBeNull();
    expect(
      CATALOGUES.crew.details.read({ crew_categories: generic, seniority: 'Senior' }),
    ).toMatchObject({ badge: null, facts: [{ label: 'Seniority', value: 'Senior' }] });
    const cloth = {
      cloth_brands: generic,
      cloth_categories: null,
      clothes_size_manager: { size_value: 'XL' },
      gender_options: { label: 'Women' },
      colors: null,
    };
    expect(CATALOGUES.cloth.details.read(cloth)).toMatchObject({
      badge: 'GENERIC',
      facts: [
        { label: 'Size', value: 'XL' },
        { label: 'Gender', value: 'Women' },
      ],
    });
    const backdrop = {
      backdrop_materials: { name: 'Muslin' },
      backdrop_size_manager: null,
      colors: null,
      length_feet: 10,
      width_feet: 8.5,
    };
    expect(CATALOGUES.backdrop.details.read(backdrop)).toMatchObject({
      badge: 'Muslin',
      facts: [
        { label: 'Material', value: 'Muslin' },
        { label: 'Measures', value: '10 ft long, 8.5 ft wide' },
      ],
    });
    expect(CATALOGUES.set.details.read({ category: 'package' })).toMatchObject({
      title: 'Rent Package',
      badge: 'Package',
    });
    expect(() => CATALOGUES.set.details.read({ category: 'suite' })).toThrow('category');
  });

  it('hides the brand that stands for none', () => {
    expect(hideGeneric('Generic')).toBeNull();
    expect(hideGeneric(' GENERIC ')).toBeNull();
    expect(hideGeneric(null)).toBeNull();
    expect(hideGeneric('Generic Goods')).toBe('Generic Goods');
  });
});

describe('an item', () => {
  it('has a page by its type, or none for a type without pages', () => {
    const item = { slug: 'mist 5/6', code: 'BDP-00001' };
    expect(itemPath('set', item)).toBe('/rent-sets-packages/mist%205%2F6');
    expect(itemPath('backdrop', { ...item, slug: null })).toBe('/backdrops/BDP-00001');
    expect(itemPath('backdrop', item, { backdrop: '/backdrop/$slug' })).toBe(
      '/backdrop/mist%205%2F6',
    );
    expect(itemPath('voucher', item)).toBeNull();
  });

  it('is linked by slug, and by code where it has none', () => {
    expect(itemAddress({ slug: 'cane-chair', code: 'PRP-00001' })).toBe('cane-chair');
    expect(itemAddress({ slug: '', code: 'PRP-00001' })).toBe('PRP-00001');
    expect(itemAddress({ slug: null, code: 'PRP-00001' })).toBe('PRP-00001');
  });

  it('has the title and the description that search engines show', () => {
    expect(itemTitle('Cane Chair', 'Rent Props', 'Frameyard')).toBe(
      'Cane Chair – Rent Props | Frameyard',
    );
    expect(itemSummary({ name: 'Cane Chair', description: 'Two of them.' }, '₹500')).toBe(
      'Rent Cane Chair for ₹500/day. Two of them.',
    );
    expect(itemSummary({ name: 'Cane Chair', description: '' }, '₹500')).toBe(
      'Rent Cane Chair for ₹500/day.',
    );
  });
});
