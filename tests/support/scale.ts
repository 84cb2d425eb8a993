/**
 * Scale of an attack, or of a check of thousands of cases: complete with `npm run test:long`; otherwise as much as shows
 * that the defence works.
 */
export const scaled = <Scale>(all: Scale, some: Scale): Scale =>
  process.env['TEST_LONG'] ? all : some;

/** Options of a test: `kept` is in every run, its variations only in `npm run test:all`. */
export const longUnless = (kept: boolean): { tags?: ['long'] } => (kept ? {} : { tags: ['long'] });
