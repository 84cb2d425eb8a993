import { createContext, useContext } from 'react';
import type { Profile } from '#data/staff/staff-answers.ts';

/** The signed-in user's profile; null for an account without one. */
export const ProfileContext = createContext<Profile | null>(null);

/** Name and role of the signed-in user; null for an account without a profile. Needs the guard. */
export function useProfile(): Profile | null {
  return useContext(ProfileContext);
}
