import { describe, expect, it } from 'vitest';
import { sameSession, serverMessage, sessionOf } from './session.ts';

describe('the session', () => {
  it('is of the user, or of nobody', () => {
    expect(sessionOf({ id: 'u1', email: 'a@b.example' })).toEqual({
      status: 'authenticated',
      userId: 'u1',
      email: 'a@b.example',
    });
    expect(sessionOf(undefined)).toEqual({ status: 'unauthenticated' });
  });

  it('stays the same when only the token changes', () => {
    expect(sameSession(sessionOf({ id: 'u1' }), sessionOf({ id: 'u1' }))).toBe(true);
    expect(sameSession(sessionOf({ id: 'u1' }), sessionOf({ id: 'u2' }))).toBe(false);
    expect(sameSession({ status: 'loading' }, sessionOf(undefined))).toBe(false);
  });

  it("takes the server's message, and none when no server answered", () => {
    expect(serverMessage({ message: 'Invalid login credentials', status: 400 })).toBe(
      'Invalid login credentials',
    );
    expect(serverMessage({ message: 'Failed to fetch', status: 0 })).toBe('');
    expect(serverMessage({ message: 'Failed to fetch' })).toBe('');
  });
});
