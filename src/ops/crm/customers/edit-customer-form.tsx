import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { conflictingCustomer, editCustomer, mobileHolder } from '#data/crm/customers.ts';
import { invalidField } from '#data/core/invalid-field.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { plainEmail } from '#domain/email.ts';
import { editMobile, wholeMobile } from '#domain/enquiry/mobile.ts';
import { formatMobile } from '#domain/phone.ts';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { TextField } from '#ui/field.tsx';
import { RewrittenField } from '#ui/rewritten-field.tsx';
import { useCheckedForm } from '../../kit/forms/use-checked-form.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { useCustomerChange } from '../shared/use-customer-change.ts';

const EDIT = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  mobile: z.string(),
});

/** Edited fields, and the version of the record they are based on. */
export interface CustomerDraft extends z.output<typeof EDIT> {
  /** `updated_at` of the record when editing began. */
  seen: string;
}

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
  { name: 'email', label: 'E-mail', type: 'email', maxLength: 254 },
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
  const { first_name, last_name, email, mobile, updated_at } = customer;
  const saved = {
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    email: email ?? '',
    mobile: mobile ?? '',
  };
  const seen = draft?.seen ?? updated_at;
  const { form, field } = useCheckedForm(EDIT, {
    defaultValues: draft ?? saved,
    // why: a form in which nothing was typed shows what others save.
    ...(!draft && { values: saved }),
    whileTyping: 'keep',
    onTyped: (typed) => onDraft({ ...typed, seen }),
  });
  const values = useWatch({ control: form.control });
  const save = useCustomerChange(
    ({ seen: base, ...edit }: CustomerDraft) => editCustomer(api, customer.id, edit, base),
    { done: 'Customer edited', failure: 'Error editing customer' },
    onEnd,
  );
  const newer = conflictingCustomer(save.error);
  const holder = mobileHolder(save.error);
  const wrong = holder ? 'mobile' : invalidField(save.error);
  const submit = form.handleSubmit((typed) => {
    if (save.isPending) return;
    // why: the newer record has been shown, so this attempt is based on it.
    const next = { ...typed, mobile: wholeMobile(typed.mobile), seen: newer?.updated_at ?? seen };
    form.setValue('mobile', next.mobile);
    onDraft(next);
    save.mutate(next);
  });
  return (
    <form aria-label="Edit customer" onSubmit={(event) => void submit(event)}>
      {FIELDS.map(({ name, ...rest }) => {
        const shown = {
          ...field(name),
          ...rest,
          required: name !== 'email' || email !== null,
          optional: name === 'email' && email === null,
          error: wrong === name ? save.error?.message : undefined,
          hint:
            newer && newer[name] !== values[name]
              ? `Is now: ${newer[name] ?? 'erased'}`
              : undefined,
        };
        switch (name) {
          case 'mobile':
            return <RewrittenField key={name} {...shown} rewrite={editMobile} />;
          case 'email':
            return <EmailField key={name} autoComplete="off" {...shown} plain={plainEmail} />;
          default:
            return <TextField key={name} {...shown} />;
        }
      })}
      {holder && (
        <div role="alert" className="mb-3 rounded-sm bg-amber-pale px-3 py-2 text-sm">
          <p>
            {formatMobile(values.mobile ?? '')} belongs to {holder.name ?? 'another customer'},{' '}
            {holder.customer_number}. If both are one person, merge them.
          </p>
          <Button
            variant="secondary"
            size="sm"
            className="mt-2"
            onClick={() => onMerge(holder.customer_number)}
          >
            Compare and merge
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
          {save.isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button variant="quiet" onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
