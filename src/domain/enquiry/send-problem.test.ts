import { describe, expect, it } from 'vitest';
import { sendProblem, type SendFailure } from './send-problem.ts';

const failure = (over: Partial<SendFailure>): SendFailure => ({
  status: 500,
  code: 'XX000',
  message: 'disk full',
  details: '',
  hint: '',
  ...over,
});

describe('the problem of a failed request', () => {
  it.each([
    ['customer_lookup', 'Failed to check customer information'],
    ['customer_create', 'Failed to create customer record: disk full'],
    ['enquiry_create', 'Failed to create enquiry order: disk full'],
    ['items_save', 'Failed to save enquiry items: disk full'],
    ['contact_save', 'Failed to submit enquiry: disk full'],
  ])('step %s: %s', (hint, title) => {
    expect(sendProblem(failure({ hint }))).toEqual({ kind: 'notice', title });
    expect(sendProblem(failure({ hint, status: 400, code: '23514' }))).toEqual({
      kind: 'notice',
      title,
    });
  });

  it.each([
    ['no answer', { status: 0, code: '' }],
    ['a broken server', {}],
    ['a yes that came in part', { status: 200, code: '', message: '{"enquiry_num' }],
    ['a gateway in between', { status: 502, code: '', message: '<html>' }],
  ])('%s counts as a lost connection', (_, over) => {
    expect(sendProblem(failure(over))).toEqual({ kind: 'lost' });
  });

  it.each([
    ['constructor', failure({ status: 400, code: '22P02', hint: 'constructor' })],
    ['an unknown refusal', failure({ status: 404, code: 'PGRST202', message: 'no function' })],
  ])('%s shows no technical message', (_, given) => {
    expect(sendProblem(given)).toEqual({
      kind: 'notice',
      title: 'Something went wrong. Please try again.',
    });
  });

  it('shows messages of our own functions, for example about a reached limit', () => {
    expect(
      sendProblem(failure({ status: 429, code: 'PT429', message: 'Too many enquiries.' })),
    ).toEqual({ kind: 'refused', message: 'Too many enquiries.' });
  });

  it('assigns a field error to its field', () => {
    expect(
      sendProblem(
        failure({ status: 422, code: 'PT422', message: 'No.', details: '{"field":"mobile"}' }),
      ),
    ).toEqual({ kind: 'field', field: 'mobile', message: 'No.' });
  });

  it.each(['{"field":"items"}', '{"field":"toString"}', 'nonsense', '', 'null'])(
    'shows a refusal without a known field (%s) at the form',
    (details) => {
      expect(sendProblem(failure({ status: 422, code: 'PT422', message: 'No.', details }))).toEqual(
        { kind: 'refused', message: 'No.' },
      );
    },
  );

  it('returns the items that changed', () => {
    const items = [
      { type: 'prop', id: 'a', name: 'Lamp', price: 600, active: true },
      { type: 'set', id: 'b', name: null, price: null, active: false },
    ];
    expect(
      sendProblem(
        failure({
          status: 409,
          code: 'PT409',
          message: 'price_changed',
          details: JSON.stringify(items),
        }),
      ),
    ).toEqual({ kind: 'changed', items: [items[0], { ...items[1], name: '' }] });
  });

  it('requests a new key if the key belongs to another request', () => {
    expect(
      sendProblem(failure({ status: 409, code: 'PT409', message: 'idempotency_key_reused' })),
    ).toEqual({ kind: 'key' });
  });

  it.each(['[]', '{}', '[{"type":"moon"}]', 'x'])(
    'falls back to a notice for unreadable items (%s)',
    (details) => {
      expect(
        sendProblem(failure({ status: 409, code: 'PT409', message: 'price_changed', details }))
          .kind,
      ).toBe('notice');
    },
  );
});
