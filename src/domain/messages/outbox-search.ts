import { MESSAGE_CHANNELS, type MessageChannel } from './listed-message.ts';
import { TEMPLATES, type TemplateName } from './templates.ts';

/** States by which the list of messages is filtered; `open` is waiting or being sent. */
export const OUTBOX_FILTERS = ['open', 'sent', 'failed', 'skipped'] as const;

/** State of the list of messages in the address. */
export interface OutboxSearch {
  state?: (typeof OUTBOX_FILTERS)[number];
  /** E-mails without it. */
  channel?: Exclude<MessageChannel, 'email'>;
  template?: TemplateName | 'test';
}

/** Parses the query string. Unknown keys and invalid values are dropped. */
export function readOutboxSearch(raw: Record<string, unknown>): OutboxSearch {
  const search: OutboxSearch = {};
  const state = OUTBOX_FILTERS.find((one) => one === raw['state']);
  if (state) search.state = state;
  const channel = MESSAGE_CHANNELS.find((one) => one === raw['channel']);
  if (channel && channel !== 'email') search.channel = channel;
  const template = ([...TEMPLATES, 'test'] as const).find((one) => one === raw['template']);
  if (template) search.template = template;
  return search;
}
