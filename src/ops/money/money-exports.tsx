import { useState } from 'react';
import { readInvoiceRegister, readPayments } from '#data/money/registers.ts';
import { studioToday } from '#domain/days.ts';
import { namedPeriods, periodProblems } from '#domain/money/export-period.ts';
import type { MoneySearch } from '#domain/money/money-search.ts';
import type { RegisterDays } from '#domain/money/registers.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { Gstr1Export } from './gstr1-export.tsx';
import { MonthlyExport } from './monthly-export.tsx';
import { PAYMENT_COLUMNS } from './payment-csv.ts';
import { PeriodFields } from './period-fields.tsx';
import { REGISTER_COLUMNS } from './register-csv.ts';

export interface MoneyExportsProps {
  search: MoneySearch;
  onSearch: (next: MoneySearch, options?: { replace: boolean }) => void;
}

/** Files for the accountant, of the days that are selected above them. */
export function MoneyExports({ search, onSearch }: MoneyExportsProps) {
  const api = useStaffApi();
  const periods = namedPeriods(studioToday());
  const { from, to } = search;
  const [typed, setTyped] = useState<RegisterDays>(() =>
    from && to ? { from, to } : { from: periods.lastMonth.from, to: periods.lastMonth.to },
  );
  const problems = periodProblems(typed);
  const isValid = Object.keys(problems).length === 0;
  const change = (next: RegisterDays) => {
    setTyped(next);
    if (Object.keys(periodProblems(next)).length > 0) return;
    onSearch({ tab: 'exports', ...next }, { replace: true });
  };
  const selected = { days: typed, isEnabled: isValid };
  // why the key: a file belongs to its days.
  const key = `${typed.from} ${typed.to}`;
  return (
    <div className="max-w-3xl">
      <PeriodFields
        typed={typed}
        problems={problems}
        offered={Object.values(periods)}
        onChange={change}
      />
      <div key={key} className="border-t border-rule">
        <MonthlyExport
          {...selected}
          title="Invoice register"
          text="Invoices, credit notes and vouchers by date, with their tax. Amounts of credit notes are not negative."
          nothing="No tax document was issued on these days."
          file="invoice-register"
          columns={REGISTER_COLUMNS}
          read={(days, signal) => readInvoiceRegister(api, days, signal)}
        />
        <Gstr1Export {...selected} />
        <MonthlyExport
          {...selected}
          title="Payments"
          text="All entries of the ledger by day, reversals too. “Money in” adds up to what moved."
          nothing="No money was recorded on these days."
          file="payments"
          columns={PAYMENT_COLUMNS}
          read={(days, signal) => readPayments(api, days, signal)}
        />
      </div>
    </div>
  );
}
