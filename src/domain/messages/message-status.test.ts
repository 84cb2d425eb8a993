import { expect, test } from 'vitest';
import type { ChannelState, ListedMessage } from './listed-message.ts';
import {
  emailProblem,
  messageName,
  messageReason,
  messageRecipient,
  messageStatus,
} from './message-status.ts';
import { readOutboxSearch } from './outbox-search.ts';

const NOW = Date.parse('2026-11-28T10:00:00Z');
const FINE: ChannelState = {
  channel: 'email',
  paused_at: null,
  paused_by: null,
  is_refused: false,
  problem: null,
  asked_at: '2026-11-28T09:59:00.000Z',
  waiting: 0,
  late: 0,
  failed: 0,
};
const PAUSED = { paused_at: '2026-11-28T09:00:00.000Z' };

test.each<[Partial<ChannelState>, string | null]>([
  [{}, null],
  [{ waiting: 4 }, null],
  [{ asked_at: null }, null],
  [{ failed: 1 }, '1 e-mail failed.'],
  [{ failed: 1000 }, '1,000 or more e-mails failed.'],
  [{ waiting: 3, late: 2 }, 'E-mails are late. 3 e-mails wait.'],
  [{ waiting: 1, late: 1, asked_at: null }, 'Nothing sends e-mails. 1 e-mail waits.'],
  [
    { waiting: 2, late: 1, asked_at: '2026-11-28T09:54:00.000Z' },
    'Nothing sends e-mails. 2 e-mails wait.',
  ],
  [PAUSED, null],
  [{ ...PAUSED, failed: 2 }, '2 e-mails failed.'],
  [{ ...PAUSED, waiting: 2 }, 'E-mails are paused. 2 e-mails wait.'],
  [
    { ...PAUSED, is_refused: true, waiting: 1 },
    'The mail server refuses the login. 1 e-mail waits.',
  ],
])('the problem of a channel %j is %j', (state, problem) => {
  expect(emailProblem({ ...FINE, ...state }, NOW)).toBe(problem);
});

test.each<[Pick<ListedMessage, 'state' | 'attempts' | 'reason'>, string, string | null]>([
  [{ state: 'waiting', attempts: 0, reason: null }, 'Waiting', null],
  [{ state: 'waiting', attempts: 2, reason: null }, 'Trying again', null],
  [{ state: 'sending', attempts: 1, reason: null }, 'Sending', null],
  [{ state: 'sent', attempts: 1, reason: null }, 'Sent', null],
  [
    { state: 'failed', attempts: 70, reason: 'gave_up' },
    'Failed',
    'The mail server did not take it within 72 hours.',
  ],
  [{ state: 'skipped', attempts: 0, reason: 'cancelled' }, 'Cancelled', null],
  [
    { state: 'skipped', attempts: 0, reason: 'off' },
    'Not sent',
    'These messages are switched off.',
  ],
  [{ state: 'skipped', attempts: 0, reason: 'toString' }, 'Not sent', 'It was not sent.'],
])('the status of %j', (message, status, reason) => {
  expect([messageStatus(message), messageReason(message)]).toEqual([status, reason]);
});

test('a message has a name and a recipient', () => {
  expect(messageName({ template: 'quote', sample_of: null })).toBe('Quote');
  expect(messageName({ template: 'test', sample_of: 'quote' })).toBe('Test of “Quote”');
  expect(messageName({ template: 'test', sample_of: null })).toBe('Test');
  expect(messageRecipient({ audience: 'studio', to: null })).toBe('Studio');
  expect(messageRecipient({ audience: 'customer', to: 'Asha Rao' })).toBe('Asha Rao');
  expect(messageRecipient({ audience: 'customer', to: null })).toBe('Erased customer');
});

test('the address of the list has known values only', () => {
  expect(readOutboxSearch({ state: 'failed', channel: 'push', template: 'quote', x: '1' })).toEqual(
    { state: 'failed', channel: 'push', template: 'quote' },
  );
  expect(readOutboxSearch({ state: 'lost', channel: 'email', template: ['quote'] })).toEqual({});
});
