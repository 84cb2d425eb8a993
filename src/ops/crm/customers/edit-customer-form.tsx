import type { FormEvent } from 'react';
import { conflictingCustomer, editCustomer, mobileHolder } from '#data/customers.ts';
import { invalidField } from '#data/invalid-field.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { editMobile } from '#domain/enquiry/mobile.ts';
import { formatMobile } from '#domain/phone.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { useCustomerChange } from '../shared/use-customer-change.ts';

/** Edited fields, and the version of the record they are based on. */
export interface CustomerDraft extends Record<string, string> {
  first_name: string;
  last_name: string;
  email: string;
  mobile: string;
  /** `updated_at` of the record when editing began. */
  seen: string;
}

/** Props of {@link EditCustomerForm}. */
export interface EditCustomerFormProps {
  customer: CustomerRecord;
  draft: CustomerDraft | null;
  onDraft: (draft: CustomerDraft) => void;
  /** Saved or cancelled. */
  onEnd: () => void;
  /** Compares this customer with the one of that number, to merge both. */
  onMerge: (number: string) => void;
}

const FIELDS = [
  { name: 'first_name', label: 'First name', type: 'text', maxLength: 80 },
  { name: 'last_name', label: 'Last name', type: 'text', maxLength: 80 },
  { name: 'mobile', label: 'Mobile', type: 'tel', maxLength: 40 },
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
] as const;

/**
 * Edits name, mobile number and e-mail address. A number of another customer offers to merge both. A concurrent edit is shown instead of overwritten; saving again
 * confirms that it may be.
 */
export function EditCustomerForm({
  customer,
  draft,
  onDraft,
  onEnd,
  onMerge,
}: EditCustomerFormProps) {
  const api = useStaffApi();
  const values: CustomerDraft = {
    first_name: customer.first_name ?? '',
    last_name: customer.last_name ?? '',
    email: customer.email ?? '',
    mobile: customer.mobile ?? '',
    seen: customer.updated_at,
    ...draft,
  };
  const save = useCustomerChange(
    ({ seen, ...edit }: CustomerDraft) => editCustomer(api, customer.id, edit, seen),
    { done: 'Customer edited', failure: 'Error editing customer' },
    onEnd,
  );
  const newer = conflictingCustomer(save.error);
  const holder = mobileHolder(save.error);
  const wrong = holder ? 'mobile' : invalidField(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    // why: the newer record has been shown, so this attempt is based on it.
    const next = {
      ...values,
      ...(newer && { seen: newer.updated_at }),
      mobile: editMobile({ previous: '', raw: values.mobile, caret: null }).value,
    };
    onDraft(next);
    save.mutate(next);
  };
  return (
    <form aria-label="Edit customer" onSubmit={submit}>
      {FIELDS.map((field) => (
        <TextField
          key={field.name}
          {...field}
          value={values[field.name]}
          required={field.name !== 'email' || customer.email !== null}
          optional={field.name === 'email' && customer.email === null}
          error={wrong === field.name ? save.error?.message : undefined}
          hint={
            newer && newer[field.name] !== values[field.name]
              ? `Is now: ${newer[field.name] ?? 'erased'}`
              : undefined
          }
          onChange={(event) => onDraft({ ...values, [field.name]: event.target.value })}
        />
      ))}
      {holder && (
        <div role="alert" className="mb-3 rounded-sm bg-amber-pale px-3 py-2 text-sm">
          <p>
            {formatMobile(values.mobile)} belongs to {holder.name ?? 'another customer'},{' '}
            {holder.customer_number}. If both are one person, merge them.
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            onClick={() => onMerge(holder.customer_number)}
          >
            compare and merge
          </Button>
        </div>
      )}
      {newer && (
        <p role="alert" className="mb-2 text-sm text-red">
          Somebody changed this customer meanwhile. The present value is shown under each field;
          saving again replaces it with yours.
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'saving...' : 'save'}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          cancel
        </Button>
      </div>
    </form>
  );
}
