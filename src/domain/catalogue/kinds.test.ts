import { describe, expect, it } from 'vitest';
import { itemAddress, itemSummary, itemTitle } from './item.ts';
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
      badge: 'Okha',
      facts: [
        { label: 'Category', value: 'Chairs' },
        { label: 'Colour', value: 'Sage' },
      ],
    });
    expect(read({ prop_brands: null, prop_categories: null, colors: { name: 'Sage' } })).toEqual({
      badge: null,
      facts: [{ label: 'Colour', value: 'Sage' }],
    });
    expect(() => read({ prop_brands: 'Okha' })).toThrow('prop_brands');
  });

  it('hides the brand that stands for none', () => {
    expect(hideGeneric('Generic')).toBeNull();
    expect(hideGeneric(' GENERIC ')).toBeNull();
    expect(hideGeneric(null)).toBeNull();
    expect(hideGeneric('Generic Goods')).toBe('Generic Goods');
  });
});

describe('an item', () => {
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
