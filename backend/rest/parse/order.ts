import { badQuery } from '../errors.ts';
import { scan } from './scanner.ts';

export type OrderTerm = { column: string; descending: boolean; nulls: 'first' | 'last' | null };

/** Reads `order`: `column.desc.nullslast,other`. @throws RestError PGRST100. */
export const parseOrder = (text: string): OrderTerm[] =>
  scan('order', text, (scanner) =>
    scanner.list(/\s*,\s*/y, () => {
      const column = scanner.name();
      if (scanner.skip(/->/y)) throw badQuery('JSON paths are not supported');
      if (scanner.skip(/\(/y)) throw badQuery('Order by a related column is not supported');
      const descending = scanner.take(/\.(?:asc|desc)(?![a-z])/y) === '.desc';
      const first = scanner.skip(/\.nullsfirst/y) && 'first';
      const last = scanner.skip(/\.nullslast/y) && 'last';
      return { column, descending, nulls: first || last || null };
    }),
  );
