import { useState, type FormEvent } from 'react';
import { eraseCustomer } from '#data/customers.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { useCustomerChange } from '../shared/use-customer-change.ts';

/** Erases a customer's personal data after an admin has typed the customer number to confirm. */
export function EraseCustomer({ customer }: { customer: CustomerRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" size="sm" className="max-sm:-ml-3.5" onClick={() => setOpen(true)}>
        erase personal data
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Erase personal data">
        {open && <EraseForm customer={customer} onEnd={() => setOpen(false)} />}
      </Sheet>
    </>
  );
}

const erasedText = (documentsUntil: string | null) =>
  documentsUntil === null
    ? 'Personal data erased'
    : `Personal data erased; invoices stay until ${formatDate(documentsUntil)}`;

function EraseForm({ customer, onEnd }: { customer: CustomerRecord; onEnd: () => void }) {
  const api = useStaffApi();
  const number = customer.customer_number;
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const erase = useCustomerChange(
    (id: string) => eraseCustomer(api, id),
    { done: erasedText, failure: 'Error erasing personal data' },
    onEnd,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim().toUpperCase() === number) erase.mutate(customer.id);
    else setError(`Type ${number} to confirm.`);
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4 text-sm">
      <p>
        This cannot be undone. Name, mobile, email, messages and staff notes of this customer are
        deleted, also where visitors typed them with an enquiry. Enquiries that are not converted
        are closed. Customers who were merged with this one are erased too.
      </p>
      <p>
        What stays: the numbers, dates, items and amounts of enquiries and orders, and who of the
        staff changed what and when. Invoices, credit notes and vouchers stay as they were issued,
        as the law demands: for 72 months after the annual return of their financial year.
      </p>
      <TextField
        label={`Type ${number} to confirm`}
        value={typed}
        error={error || undefined}
        autoComplete="off"
        maxLength={40}
        onChange={(event) => {
          setTyped(event.target.value);
          setError('');
        }}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="danger" busy={erase.isPending} className="border-red">
          {erase.isPending ? 'erasing...' : 'erase for good'}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          cancel
        </Button>
      </div>
    </form>
  );
}
