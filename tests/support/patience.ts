/** How long an event may be waited for on a busy machine (ms). Reached only by what fails. */
export const PATIENCE_MS = 60_000;
