import type { TaxClass, TaxClasses, TaxedKind } from '#domain/documents/tax-classes.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { DOCUMENT_ANSWERS } from './document-answers.ts';

/** A tax class to save: with an id it succeeds that one, which issued documents keep. */
export type TaxClassDraft = Omit<TaxClass, 'id'> & { id: string | null };

/** Saves a tax class, for admins. @throws {Failure} 422 with `invalidField` */
export const saveTaxClass = async (
  api: StaffApi,
  { id, ...call }: TaxClassDraft & { key: string },
): Promise<TaxClasses> =>
  callFunction(api, DOCUMENT_ANSWERS, 'change_tax_class', { ...call, ...(id !== null && { id }) });

/** Sets the tax class of new lines of a kind, for admins. @throws {Failure} */
export const setKindTax = async (
  api: StaffApi,
  call: { kind: TaxedKind; tax_class: string },
): Promise<TaxClasses> => callFunction(api, DOCUMENT_ANSWERS, 'set_kind_tax', call);
