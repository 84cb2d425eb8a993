import type { NodemailerError } from 'nodemailer/lib/errors';
import { redacted } from '../privacy/redacted.ts';
import type { Attempt } from './delivery.ts';

const LONGEST_PROBLEM = 300;

/** Replies by which a server wants a login, or refuses ours (RFC 4954). */
const LOGIN_CODES = new Set([530, 534, 535, 538]);

/** An error of nodemailer's SMTP connection. */
export type SmtpError = Pick<
  NodemailerError,
  'message' | 'code' | 'command' | 'response' | 'responseCode'
>;

/** A server's reply or an error for the screen: one line without addresses. */
export const problemOf = (text: string): string =>
  redacted(text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()).slice(0, LONGEST_PROBLEM);

/**
 * The meaning of a failed attempt (RFC 5321, sections 4.2 and 4.5.4).
 * @param isHandedOver whether the end of the message was sent: without a reply it may have been accepted
 */
export function smtpAttempt(error: SmtpError, isHandedOver: boolean): Attempt {
  const { responseCode = 0, command = '' } = error;
  const failed = {
    problem: problemOf(error.response || error.message),
    ...(responseCode > 0 && { code: String(responseCode) }),
  };
  // why 503: a server that has lost count of our commands accepts them on another connection.
  const isTemporary = (responseCode >= 400 && responseCode < 500) || responseCode === 503;
  if (isTemporary) {
    return {
      outcome: { result: 'later', ...failed },
      isDown: !/^(MAIL FROM|RCPT TO|DATA)$/.test(command),
    };
  }
  // A refused sender is refused for every message.
  const isRefusedSender = command === 'MAIL FROM' && responseCode >= 500;
  if (error.code === 'EAUTH' || LOGIN_CODES.has(responseCode) || isRefusedSender) {
    return { outcome: { result: 'login', ...failed }, isDown: true };
  }
  const isMessages = /^(RCPT TO|DATA)$/.test(command) && responseCode >= 500;
  const isImpossible = /^(EENVELOPE|EMESSAGE)$/.test(error.code ?? '') && responseCode === 0;
  if (isMessages || (isImpossible && !isHandedOver)) {
    return { outcome: { result: 'refused', ...failed } };
  }
  if (isHandedOver) return { outcome: { result: 'unknown', ...failed } };
  return { outcome: { result: 'later', ...failed }, isDown: true };
}
