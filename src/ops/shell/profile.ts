import { createContext, useContext } from 'react';
import type { Profile } from '#data/session.ts';

/** Who is signed in: null for an account without a profile. */
export const ProfileContext = createContext<Profile | null>(null);

/** Name and role of who is signed in; null for an account without a profile. Behind the guard. */
export function useProfile(): Profile | null {
  return useContext(ProfileContext);
}
