import type { FormEvent } from 'react';
import { conflictingCustomer, editCustomer, invalidField } from '#data/customers.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { useCustomerChange } from './use-customer-change.ts';

/** What is being typed, and which state of the record it corrects. */
export interface CustomerDraft extends Record<string, string> {
  first_name: string;
  last_name: string;
  email: string;
  /** `updated_at` of the record as it was when the typing began. */
  seen: string;
}

/** Props of {@link EditCustomerForm}. */
export interface EditCustomerFormProps {
  customer: CustomerRecord;
  draft: CustomerDraft | null;
  onDraft: (draft: CustomerDraft) => void;
  /** Saved, or given up. */
  onEnd: () => void;
}

const FIELDS = [
  { name: 'first_name', label: 'First name', type: 'text', maxLength: 80 },
  { name: 'last_name', label: 'Last name', type: 'text', maxLength: 80 },
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
] as const;

/**
 * Corrects a name or e-mail address. What somebody else changed meanwhile is shown and not
 * overwritten: saving then means both were seen.
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
    { done: 'Customer corrected', failure: 'Error correcting customer' },
    onEnd,
  );
  const newer = conflictingCustomer(save.error);
  const wrong = invalidField(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    // why: pressed again after the newer record was shown, so that record is the one corrected.
    const next = newer ? { ...values, seen: newer.updated_at } : values;
    onDraft(next);
    save.mutate(next);
  };
  return (
    <form aria-label="Correct customer" onSubmit={submit}>
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
