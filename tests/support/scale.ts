/**
 * Scale of an attack: complete with `npm run test:long`; in `npm test` as much as shows that the
 * defence works.
 */
export const scaled = <Scale>(all: Scale, some: Scale): Scale =>
  process.env['TEST_LONG'] ? all : some;
