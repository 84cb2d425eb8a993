import { isStudioDate, type StudioDate } from '../days.ts';
import { addressText, readListSearch } from '../list-search.ts';
import {
  ACTIVITY_AREAS,
  ACTIVITY_RECORDS,
  type ActivityArea,
  type ActivitySubject,
} from './activity.ts';

/** State of the activity page in the address. */
export interface ActivitySearch {
  /** Search text. */
  q?: string;
  area?: ActivityArea;
  /** Id of a member of staff. */
  person?: string;
  /** First and last day. */
  since?: StudioDate;
  until?: StudioDate;
  /** A record or a change of many, `order:<id>`. */
  about?: string;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Parses the query string. Unknown keys and invalid values are dropped. */
export function readActivitySearch(raw: Record<string, unknown>): ActivitySearch {
  const search: ActivitySearch = {};
  const { q } = readListSearch(raw, []);
  if (q !== undefined) search.q = q;
  const area = ACTIVITY_AREAS.find((one) => one === raw['area']);
  if (area) search.area = area;
  const person = addressText(raw['person']);
  if (UUID.test(person)) search.person = person;
  const since = addressText(raw['since']);
  if (isStudioDate(since)) search.since = since;
  const until = addressText(raw['until']);
  if (isStudioDate(until)) search.until = until;
  const about = addressText(raw['about']);
  if (activitySubject(about)) search.about = about;
  return search;
}

/** The record of `order:<id>`; null for anything else. */
export function activitySubject(about: string | undefined): ActivitySubject | null {
  const [, named, id] = /^(\w+):([\w.-]{1,60})$/.exec(about ?? '') ?? [];
  const type = ([...ACTIVITY_RECORDS, 'change'] as const).find((one) => one === named);
  if (!type || !id || (type === 'change' && !/^\d{1,18}$/.test(id))) return null;
  return { type, id };
}

/** Whether a search or filter narrows the log. */
export function isActivityFiltered({ about: _about, ...filters }: ActivitySearch): boolean {
  return Object.keys(filters).length > 0;
}
