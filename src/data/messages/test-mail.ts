import * as z from 'zod/mini';
import type { TemplateName } from '#domain/messages/templates.ts';
import { invokeFunction } from '../core/staff-function.ts';
import type { StaffApi } from '../core/staff-api.ts';

const answer = z.object({ message: z.string() });

/**
 * Sends an e-mail with made-up values to whoever asks, and returns the outcome as a sentence.
 * @param template null: a test of sending alone
 * @throws {Failure}
 */
export async function sendTestMail(api: StaffApi, template: TemplateName | null): Promise<string> {
  return (await invokeFunction(api, 'test-mail', { template }, answer)).message;
}
