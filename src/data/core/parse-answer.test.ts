import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { Failure } from './failure.ts';
import { parseAnswer } from './parse-answer.ts';

const schema = z.array(z.object({ name: z.string(), price: z.number() }));
const answer = (data: unknown) => ({ data, error: null, status: 200 });

afterEach(() => vi.restoreAllMocks());

describe('an answer', () => {
  it('is parsed; fields without a schema are dropped', () => {
    const rows = [{ name: 'Lamp', price: 10, extra: true }];
    expect(parseAnswer('props', schema, answer(rows))).toEqual([{ name: 'Lamp', price: 10 }]);
  });

  it('of a wrong shape is a failure that is logged without its values', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const rows = [
      { name: 'Asha Rao', price: 10 },
      { name: 'Asha Rao', price: 'asha@example.test' },
    ];
    const read = () => parseAnswer('search_leads', schema, answer(rows));
    expect(read).toThrow(expect.objectContaining({ code: 'wrong_shape', status: 200 }));
    expect(read).toThrow(Failure);
    expect(log).toHaveBeenCalledWith(
      'The answer of search_leads has a wrong shape: 1.price: invalid_type, expected number',
    );
  });

  it('of many wrong rows is logged in one short line', () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    expect(() =>
      parseAnswer('props', schema, answer(Array.from({ length: 1000 }, () => ({})))),
    ).toThrow(Failure);
    expect(String(log.mock.calls[0]).length).toBeLessThan(400);
  });

  it('that is an error is that failure', () => {
    const error = { message: 'No', code: 'PT404', details: '', hint: '' };
    expect(() => parseAnswer('props', schema, { data: null, error, status: 404 })).toThrow(
      expect.objectContaining({ code: 'PT404', status: 404 }),
    );
  });

  it('in the database’s own words is shown in ours', () => {
    const message =
      'new row for relation "documents" violates check constraint "documents_sums_check"';
    const error = { message, code: '23514', details: '', hint: '' };
    expect(() =>
      parseAnswer('make_credit_note', schema, { data: null, error, status: 400 }),
    ).toThrow(
      expect.objectContaining({
        message: 'The server did not accept this as it was sent. Reload the page and try again.',
        code: '23514',
        raw: message,
      }),
    );
  });
});
