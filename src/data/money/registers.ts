import type {
  Gstr1,
  PaymentRecord,
  RegisterDays,
  RegisteredDocument,
} from '#domain/money/registers.ts';
import type { StaffApi } from '../core/staff-api.ts';
import { callFunction } from '../core/answer-call.ts';
import { REGISTER_ANSWERS } from './register-answers.ts';

/** All entries of all ledgers by day, at most one year. @throws {Failure} 422 with `invalidField` */
export const readPayments = async (
  api: StaffApi,
  days: RegisterDays,
  signal?: AbortSignal,
): Promise<PaymentRecord[]> =>
  callFunction(api, REGISTER_ANSWERS, 'payments_between', days, signal);

/** All issued tax documents by date and number. @throws {Failure} 422 with `invalidField` */
export const readInvoiceRegister = async (
  api: StaffApi,
  days: RegisterDays,
  signal?: AbortSignal,
): Promise<RegisteredDocument[]> =>
  callFunction(api, REGISTER_ANSWERS, 'invoice_register', days, signal);

/** The figures of GSTR-1. @throws {Failure} 422 with `invalidField` */
export const readGstr1 = async (
  api: StaffApi,
  days: RegisterDays,
  signal?: AbortSignal,
): Promise<Gstr1> => callFunction(api, REGISTER_ANSWERS, 'gstr1', days, signal);
