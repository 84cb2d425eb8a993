import { describe, expect, it } from 'vitest';
import { targetAfterSignIn } from './target.ts';

describe('where signing in leads', () => {
  it('returns to the page at which the guard stopped someone, query included', () => {
    expect(targetAfterSignIn('/ops/crm?tab=enquiries&enquiry=ENQ-00042')).toBe(
      '/ops/crm?tab=enquiries&enquiry=ENQ-00042',
    );
  });

  it('goes to the dashboard when nobody was stopped', () => {
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
  ])('never leaves /ops/: %s', (wanted) => {
    expect(targetAfterSignIn(wanted)).toBe('/ops/dashboard');
  });
});
