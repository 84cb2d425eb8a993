import { randomUuid } from '#domain/uuid.ts';
import { Failure, NO_ANSWER } from '../core/failure.ts';
import { serverMessage, type AuthFailure } from './session.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { SECOND_FACTOR_ANSWERS } from './second-factor-answers.ts';

/** A second factor that has not been verified yet. */
export interface NewFactor {
  id: string;
  /** A QR code for the authenticator app, as the address of an SVG. */
  qrCode: string;
  /** The same secret to type in, base32. */
  secret: string;
}

/** A result; `message` is a sentence for the screen. */
export type SecondFactorOutcome = { ok: true } | { ok: false; message: string };

const GONE = 'Your account has no second factor any more. Reload the page.';
const SENTENCES: Record<string, string> = {
  mfa_verification_failed:
    'This code is not right. Enter the one that your app shows now: it changes every 30 seconds, and each works once.',
  mfa_challenge_expired: 'That took too long. Enter the code that your app shows now.',
  mfa_factor_not_found: GONE,
};

/** A sentence for a refusal of the auth server. */
function refusalText(error: AuthFailure): string {
  return SENTENCES[error.code ?? ''] ?? (serverMessage(error) || NO_ANSWER);
}

/** Digits of what was typed or pasted as a code: '123 456' becomes '123456'. */
export const codeDigits = (typed: string): string => typed.replaceAll(/\D/g, '');

/** Starts to set up a second factor. `issuer` names it in the app. @throws {Error} with a sentence */
export async function startFactor(api: StaffApi, issuer: string): Promise<NewFactor> {
  // why: GoTrue refuses a name twice, also that of a set-up that was left.
  const friendlyName = `Authenticator app ${randomUuid().slice(0, 8)}`;
  const { data, error } = await api.auth.mfa.enroll({ factorType: 'totp', friendlyName, issuer });
  if (error) throw new Error(refusalText(error), { cause: error });
  return { id: data.id, qrCode: data.totp.qr_code, secret: data.totp.secret };
}

/**
 * Shows a code of a factor, by default of the one that the user has. The session is at aal2 then,
 * and the user's sessions elsewhere that have not shown a code end. Never throws.
 */
export async function enterCode(
  api: StaffApi,
  typed: string,
  newFactor?: string,
): Promise<SecondFactorOutcome> {
  const listed = newFactor ? null : await api.auth.mfa.listFactors();
  if (listed?.error) return { ok: false, message: refusalText(listed.error) };
  const factorId = newFactor ?? listed?.data.totp[0]?.id;
  if (!factorId) return { ok: false, message: GONE };
  const { error } = await api.auth.mfa.challengeAndVerify({ factorId, code: codeDigits(typed) });
  if (error) return { ok: false, message: refusalText(error) };
  // why: the library tells its live updates of a new token only after a refresh.
  await api.realtime.setAuth();
  return { ok: true };
}

/** Removes the user's second factors, after a code. Never throws. */
export async function removeSecondFactor(
  api: StaffApi,
  typed: string,
): Promise<SecondFactorOutcome> {
  const shown = await enterCode(api, typed);
  if (!shown.ok) return shown;
  const { data, error } = await api.auth.mfa.listFactors();
  if (error) return { ok: false, message: refusalText(error) };
  for (const { id } of data.all) {
    const { error: refused } = await api.auth.mfa.unenroll({ factorId: id });
    if (refused) return { ok: false, message: refusalText(refused) };
  }
  return afterRemoval(api);
}

/** A new set of ten recovery codes, in place of those before. @throws {Failure} */
export function makeRecoveryCodes(api: StaffApi): Promise<string[]> {
  return callFunction(api, SECOND_FACTOR_ANSWERS, 'make_recovery_codes', {});
}

/** Uses up a recovery code, which removes the user's second factors. Never throws. */
export async function spendRecoveryCode(api: StaffApi, code: string): Promise<SecondFactorOutcome> {
  try {
    await callFunction(api, SECOND_FACTOR_ANSWERS, 'use_recovery_code', { code });
  } catch (error) {
    return { ok: false, message: error instanceof Failure ? error.message : NO_ANSWER };
  }
  return afterRemoval(api);
}

/** why: tokens that say aal2 are refused once their factor is gone. */
async function afterRemoval(api: StaffApi): Promise<SecondFactorOutcome> {
  const { error } = await api.auth.refreshSession();
  if (error) return { ok: false, message: refusalText(error) };
  await api.realtime.setAuth();
  return { ok: true };
}
