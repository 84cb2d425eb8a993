import type { FormEvent } from 'react';
import { conflictingCustomer, editCustomer, invalidField } from '#data/customers.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { useCustomerChange } from './use-customer-change.ts';

/** Edited fields, and the version of the record they are based on. */
export interface CustomerDraft extends Record<string, string> {
  first_name: string;
  last_name: string;
  email: string;
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
}

const FIELDS = [
  { name: 'first_name', label: 'First name', type: 'text', maxLength: 80 },
  { name: 'last_name', label: 'Last name', type: 'text', maxLength: 80 },
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
] as const;

/**
 * Edits name and e-mail address. A concurrent edit is shown instead of overwritten; saving again
 * confirms that it may be.
 */
export function EditCustomerForm({ customer, draft, onDraft, onEnd }: EditCustomerFormProps) {
  const api = useStaffApi();
  const values: CustomerDraft = draft ?? {
    first_name: customer.first_name ?? '',
    last_name: customer.last_name ?? '',
    email: customer.email ?? '',
    seen: customer.updated_at,
  };
  const save = useCustomerChange(
    ({ seen, first_name, last_name, email }: CustomerDraft) =>
      editCustomer(api, customer.id, { first_name, last_name, email }, seen),
    { done: 'Customer edited', failure: 'Error editing customer' },
    onEnd,
  );
  const newer = conflictingCustomer(save.error);
  const wrong = invalidField(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    // why: the newer record has been shown, so this attempt is based on it.
    const next = newer ? { ...values, seen: newer.updated_at } : values;
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
          required
          error={wrong === field.name ? save.error?.message : undefined}
          hint={
            newer && newer[field.name] !== values[field.name]
              ? `Is now: ${newer[field.name] ?? 'erased'}`
              : undefined
          }
          onChange={(event) => onDraft({ ...values, [field.name]: event.target.value })}
        />
      ))}
      {newer && (
        <p role="alert" className="mb-2 text-sm text-red">
          Somebody changed this customer meanwhile. What it says now stands under each field; saving
          again puts yours in its place.
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
