/** Event of the window: the server's time was heard, and the present moment may be another (`#domain/clock.ts`). */
export const CLOCK_SET = 'clockset';
