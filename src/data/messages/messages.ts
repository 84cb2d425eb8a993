import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type {
  ChannelState,
  ListedMessage,
  MessageChannel,
} from '#domain/messages/listed-message.ts';
import type { EmailWay } from '#domain/messages/message-status.ts';
import type { OutboxSearch } from '#domain/messages/outbox-search.ts';
import type { Backend } from '../core/backend.ts';
import { Failure, NO_ANSWER } from '../core/failure.ts';
import { listOptions, retryOnce } from '../core/list.ts';
import { staffKeys } from '../core/query-keys/staff.ts';
import { refreshOrSignOut, type StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { MESSAGE_ANSWERS } from './message-answers.ts';

/** An e-mail that the site wrote into a folder. */
export interface WrittenEmail {
  subject: string;
  text: string;
}

/** States of messages are not announced, so open pages poll for them. */
const REFETCH_MS = 10_000;
const ROWS_OF_PART = 50;

/** Messages by state and kind, newest first, in pages; the first one has the channels too. */
export function messagesQuery(api: StaffApi, search: OutboxSearch) {
  const args = { channel: 'email', ...search, most: ROWS_OF_PART };
  return infiniteQueryOptions({
    queryKey: staffKeys.messageList(args),
    ...listOptions,
    refetchInterval: REFETCH_MS,
    initialPageParam: '',
    queryFn: ({ pageParam, signal }) =>
      callFunction(
        api,
        MESSAGE_ANSWERS,
        'outbox_list',
        { ...args, ...(pageParam && { cursor: pageParam }) },
        signal,
      ),
    getNextPageParam: ({ next }) => next,
  });
}

/** Whether each channel sends, and how much waits. */
export function channelsQuery(api: StaffApi) {
  return queryOptions({
    queryKey: staffKeys.messageChannels,
    staleTime: 0,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, MESSAGE_ANSWERS, 'message_channels', {}, signal),
  });
}

/** The e-mails about an enquiry, order, document or customer, by its id, newest first. */
export function messagesOfQuery(api: StaffApi, record: string) {
  return queryOptions({
    queryKey: staffKeys.messagesOf(record),
    staleTime: 0,
    refetchInterval: REFETCH_MS,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, MESSAGE_ANSWERS, 'messages_of', { record }, signal),
  });
}

/** An e-mail as it would be sent at this moment, or the reason why it would not. */
export function messageContentQuery(api: StaffApi, id: string) {
  return queryOptions({
    queryKey: staffKeys.messageContent(id),
    staleTime: 60_000,
    retry: retryOnce,
    queryFn: ({ signal }) => callFunction(api, MESSAGE_ANSWERS, 'message_content', { id }, signal),
  });
}

/** Sends an e-mail again. @throws {Failure} 409 when that is not possible */
export const resendMessage = async (
  api: StaffApi,
  call: { id: string; key: string },
): Promise<ListedMessage> => callFunction(api, MESSAGE_ANSWERS, 'resend_message', call);

/** Cancels a message that waits, or takes note of a failed one. @throws {Failure} 409 when it was sent */
export const cancelMessage = async (api: StaffApi, id: string): Promise<ListedMessage> =>
  callFunction(api, MESSAGE_ANSWERS, 'cancel_message', { id });

/** Pauses a channel, or lets it send again. @throws {Failure} */
export const pauseChannel = async (
  api: StaffApi,
  call: { channel: MessageChannel; paused: boolean },
): Promise<ChannelState[]> => callFunction(api, MESSAGE_ANSWERS, 'pause_channel', call);

/**
 * Queues an e-mail with an issued document.
 * @param call `address`: the one that was chosen of the document's `addresses`
 * @throws {Failure} 409 with a reason as its message
 */
export const sendDocument = async (
  api: StaffApi,
  call: { document: string; address?: string; key: string },
): Promise<ListedMessage> => callFunction(api, MESSAGE_ANSWERS, 'send_document', call);

const state = z.object({ email: z.enum(['sent', 'written', 'waits']) });
const written = z.object({ subject: z.string(), text: z.string() });

/** Whether this site sends e-mails. */
export function emailWayQuery(api: StaffApi, backend: Backend) {
  return queryOptions({
    queryKey: staffKeys.emailWay,
    staleTime: 60_000,
    retry: retryOnce,
    queryFn: async (): Promise<EmailWay> => {
      const answer = await fromSite(api, backend, 'state');
      return state.parse(await answer.json()).email;
    },
  });
}

/** An e-mail that this site wrote into a folder; null when it was not written here. */
export function writtenEmailQuery(api: StaffApi, backend: Backend, id: string) {
  return queryOptions({
    queryKey: staffKeys.writtenEmail(id),
    staleTime: 60_000,
    retry: retryOnce,
    queryFn: async (): Promise<WrittenEmail | null> => {
      const answer = await fromSite(api, backend, `mail/${id}`);
      return answer.status === 404 ? null : written.parse(await answer.json());
    },
  });
}

/** @throws {Failure} unless the answer is one, or 404 */
async function fromSite(api: StaffApi, { origin }: Backend, path: string): Promise<Response> {
  const read = (token: string) =>
    fetch(`${origin}/ops/messages/${path}`, { headers: { authorization: `Bearer ${token}` } });
  try {
    const { data } = await api.auth.getSession();
    let answer = await read(data.session?.access_token ?? '');
    if (answer.status === 401) answer = await read((await refreshOrSignOut(api)) ?? '');
    if (!answer.ok && answer.status !== 404)
      throw new Failure(NO_ANSWER, { status: answer.status });
    return answer;
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(NO_ANSWER, { status: 0 });
  }
}
