import { describe, expect, it } from 'vitest';
import { sameSession, serverMessage, sessionOf } from './session.ts';

describe('the session', () => {
  it('is authenticated with a user and unauthenticated without', () => {
    expect(sessionOf({ id: 'u1', email: 'a@b.example' })).toEqual({
      status: 'authenticated',
      userId: 'u1',
      email: 'a@b.example',
    });
    expect(sessionOf(undefined)).toEqual({ status: 'unauthenticated' });
  });

  it('is the same for the same user and status', () => {
    expect(sameSession(sessionOf({ id: 'u1' }), sessionOf({ id: 'u1' }))).toBe(true);
    expect(sameSession(sessionOf({ id: 'u1' }), sessionOf({ id: 'u2' }))).toBe(false);
    expect(sameSession({ status: 'loading' }, sessionOf(undefined))).toBe(false);
  });

  it("shows the server's message, and none without an answer", () => {
    expect(serverMessage({ message: 'Invalid login credentials', status: 400 })).toBe(
      'Invalid login credentials',
    );
    expect(serverMessage({ message: 'Failed to fetch', status: 0 })).toBe('');
    expect(serverMessage({ message: 'Failed to fetch' })).toBe('');
  });
});
