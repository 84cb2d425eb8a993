import type { StudioDate } from '../days.ts';
import { DOCUMENT_FACTS } from './document-kinds.ts';
import type {
  DocumentAnswer,
  DocumentRow,
  DocumentState,
  MissingField,
} from './document-record.ts';

/** Names of the states. */
export const STATE_NAMES: Record<DocumentState, string> = {
  draft: 'Draft',
  issued: 'Issued',
  superseded: 'Superseded',
};

const ANSWER_NAMES: Record<DocumentAnswer['answer'], string> = {
  accepted: 'Accepted',
  declined: 'Declined',
  change: 'Change wanted',
};

/** The parts of a document that its title shows. */
export type TitledDocument = Pick<DocumentRow, 'kind' | 'number' | 'revision'>;

/** `QT/26-27/0007`, with ` rev. 2` from the second revision on; `Quote, draft` without a number. */
export function documentTitle({ kind, number, revision }: TitledDocument): string {
  const later = revision > 1 ? ` rev. ${revision}` : '';
  return number === null ? `${DOCUMENT_FACTS[kind].name}, draft` : `${number}${later}`;
}

/** A document's status in a list: `Draft`, `Accepted`, `Expired`, `Issued`. */
export function documentStatus(
  {
    kind,
    state,
    answer,
    valid_until,
  }: Pick<DocumentRow, 'kind' | 'state' | 'answer' | 'valid_until'>,
  today: StudioDate,
): string {
  if (state !== 'issued') return STATE_NAMES[state];
  if (answer !== null) return ANSWER_NAMES[answer];
  const isExpired = DOCUMENT_FACTS[kind].isOffer && valid_until !== null && valid_until < today;
  return isExpired ? 'Expired' : STATE_NAMES.issued;
}

/** The answer with the name that was typed: `Accepted by Asha Rao`. */
export function answerText({ answer, name }: Pick<DocumentAnswer, 'answer' | 'name'>): string {
  return name === null || name === '' ? ANSWER_NAMES[answer] : `${ANSWER_NAMES[answer]} by ${name}`;
}

/** Missing parts, in sentences: each is said once, also where several lines have it. */
export const missingText = (missing: readonly MissingField[]): string =>
  [...new Set(missing.map(({ text }) => text))].join(' ');
