import { useState } from 'react';
import * as z from 'zod/mini';
import { eraseCustomer } from '#data/crm/customers.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { formatDate } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { Sheet } from '#ui/sheet.tsx';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useCustomerChange } from '../shared/use-customer-change.ts';

/** Erases a customer's personal data after an admin has typed the customer number to confirm. */
export function EraseCustomer({ customer }: { customer: CustomerRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" size="sm" className="max-sm:-ml-3.5" onClick={() => setOpen(true)}>
        Erase personal data
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
  const isNumber = (typed: string) => typed.trim().toUpperCase() === number;
  const { form, field } = useCheckedForm(
    z.object({ number: z.string().check(z.refine(isNumber, `Type ${number} to confirm.`)) }),
    { defaultValues: { number: '' }, whileTyping: 'clear' },
  );
  const erase = useCustomerChange(
    (id: string) => eraseCustomer(api, id),
    { done: erasedText, failure: 'Error erasing personal data' },
    onEnd,
  );
  const submit = form.handleSubmit(() => erase.mutate(customer.id));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="space-y-4 text-sm">
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
        {...field('number')}
        label={`Type ${number} to confirm`}
        autoComplete="off"
        maxLength={40}
      />
      <div className="flex gap-2">
        <Button type="submit" variant="danger" busy={erase.isPending} className="border-red">
          {erase.isPending ? 'Erasing...' : 'Erase for good'}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
