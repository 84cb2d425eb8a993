import { callFunction } from '../core/answer-call.ts';
import type { PublicApi } from '../catalogue/public-api.ts';

const load = (api: PublicApi) => Promise.all([api(), import('./shared-link-answers.ts')]);

/** The calendar of a link; null for a link that is unknown or was revoked. @throws {Failure} */
export async function readCalendarFeed(api: PublicApi, secret: string) {
  const [{ client }, { SHARED_LINK_ANSWERS }] = await load(api);
  const args = { secret };
  return callFunction(client, SHARED_LINK_ANSWERS, 'calendar_feed', args);
}

/** The day sheet of a link; null for a link that is unknown, expired or revoked. @throws {Failure} */
export async function readDaySheet(api: PublicApi, secret: string) {
  const [{ client }, { SHARED_LINK_ANSWERS }] = await load(api);
  return callFunction(client, SHARED_LINK_ANSWERS, 'day_sheet', { secret });
}
