/**
 * How much of an attack to run: all of it with `npm run test:long`, and in `npm test` as much as shows
 * that it still holds.
 */
export const scaled = (all: number, some: number): number =>
  process.env['TEST_LONG'] ? all : some;
