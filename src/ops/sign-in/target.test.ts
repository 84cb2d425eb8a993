import { describe, expect, it } from 'vitest';
import { targetAfterSignIn } from './target.ts';

describe('the page after sign-in', () => {
  it('is the intercepted page, query included', () => {
    expect(targetAfterSignIn('/ops/crm?tab=enquiries&enquiry=ENQ-00042')).toBe(
      '/ops/crm?tab=enquiries&enquiry=ENQ-00042',
    );
  });

  it('is the dashboard when none was intercepted', () => {
    expect(targetAfterSignIn(undefined)).toBe('/ops/dashboard');
    expect(targetAfterSignIn('')).toBe('/ops/dashboard');
  });

  it.each([
    '/ops',
    '/ops/',
    '/rent-props',
    '/ops/../rent-props',
    '//elsewhere.example/ops/crm',
    '/\\elsewhere.example/ops/crm',
    'https://elsewhere.example/ops/crm',
    'javascript:alert(1)',
    '/ops//elsewhere.example',
  ])('is never outside /ops/: %s', (wanted) => {
    expect(targetAfterSignIn(wanted)).toBe('/ops/dashboard');
  });
});
