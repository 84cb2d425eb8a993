import { TOTP } from 'otpauth';

/**
 * The code that an authenticator app shows for this secret, `steps` of 30 s from now. A code is
 * accepted once and none before it, so a test that needs two uses 0 and then 1. (-1 would be refused
 * when a step ends in between.)
 */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

/** A code that no step around now has. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  const codes = ['000000', '111111', '222222', '333333', '444444', '555555'];
  return codes.find((code) => !right.has(code))!;
}
