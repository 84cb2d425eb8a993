/** Longest wait for an event on a busy machine (ms). Reached only by what fails. */
export const PATIENCE_MS = 60_000;
