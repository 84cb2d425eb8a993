import { queryOptions } from '@tanstack/react-query';
import { callFunction } from '../core/answer-call.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { SECOND_FACTOR_ANSWERS } from './second-factor-answers.ts';
import type { StaffApi } from '../core/staff-api.ts';

/**
 * Why the database refuses this session: it has to show a code (`code`), or the user has to set up
 * a second factor, which is required (`setup`).
 */
export type SecondFactorNeed = 'code' | 'setup';

const readSecondFactor = (api: StaffApi, signal?: AbortSignal) =>
  callFunction(api, SECOND_FACTOR_ANSWERS, 'second_factor', {}, signal);

/** The signed-in user's second factor. */
export function secondFactorQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.secondFactor,
    staleTime: 0,
    queryFn: ({ signal }) => readSecondFactor(api, signal),
  });
}

/** The step that is missing before the back office opens; null for none. @throws {Failure} */
export async function secondFactorNeed(api: StaffApi): Promise<SecondFactorNeed | null> {
  const { data } = await api.auth.mfa.getAuthenticatorAssuranceLevel();
  if (data?.currentLevel === 'aal2') return null;
  const { verified, required } = await readSecondFactor(api);
  if (verified) return 'code';
  return required ? 'setup' : null;
}

/** Whether the session that was just started has to show a code. Reads the session only. */
export async function isCodeDue(api: StaffApi): Promise<boolean> {
  const { data } = await api.auth.mfa.getAuthenticatorAssuranceLevel();
  return data !== null && data.currentLevel !== data.nextLevel;
}
