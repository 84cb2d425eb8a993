/**
 * Why a read or write failed, in words fit for a visitor or a member of staff.
 * why: a loader's error message ends up in the page's HTML, so no raw error may leave this room.
 */
export class Failure extends Error {
  /** HTTP status, or 0 without an answer. */
  readonly status: number;
  /** PostgREST's or PostgreSQL's code, '' without an answer. */
  readonly code: string;
  readonly details: string;
  readonly hint: string;
  /** The database's own message, where it is not for people: it may name the constraint. Never shown. */
  readonly raw: string;

  constructor(
    message: string,
    facts: {
      status: number;
      code?: string;
      details?: string | null;
      hint?: string | null;
      raw?: string;
    },
  ) {
    super(message);
    this.name = 'Failure';
    this.status = facts.status;
    this.code = facts.code ?? '';
    this.details = facts.details ?? '';
    this.hint = facts.hint ?? '';
    this.raw = facts.raw ?? '';
  }
}

/** Shown in place of the browser's own message where the server did not answer. */
export const NO_ANSWER = 'The server did not answer. Check your connection and try again.';
