import type { Log, Sql } from '#backend';

/**
 * Time between two looks for overdue pieces (ms). why not only at midnight: rows that were locked then are extended
 * next time, and a machine that slept through midnight catches up. Most calls read one index entry.
 */
const OVERDUE_MS = 600_000;

/** Keeps extending what overdue pieces block. */
export interface OverduePieces {
  /** Extends all that is overdue now. Errors are logged. */
  extend: () => Promise<void>;
  close: () => void;
}

/**
 * Extends the days that overdue pieces block, at once and every ten minutes, so also shortly after midnight in the
 * studio (`private.roll_overdue`). Several processes may do it at the same time.
 */
export function followOverdue(owner: Sql, log: Log): OverduePieces {
  const extend = async () => {
    try {
      let rolled = 1;
      while (rolled > 0) {
        const [row] = await owner<{ rolled: number }[]>`select private.roll_overdue() as rolled`;
        rolled = row?.rolled ?? 0;
      }
    } catch (error) {
      log('error', 'Overdue pieces could not be extended', { code: Object(error).code });
    }
  };
  void extend();
  const timer = setInterval(() => void extend(), OVERDUE_MS).unref();
  return { extend, close: () => clearInterval(timer) };
}
