import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useSite } from '#data/settings/use-site.ts';
import { typedVariants, type CustomerRecord } from '#domain/crm/customer.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { customerMessage } from '#domain/messages/record-texts.ts';
import { formatDay } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { ContactActions } from '../shared/contact-actions.tsx';
import { AssigneeSelect } from '../shared/assignee-select.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { EditCustomerForm, type CustomerDraft } from './edit-customer-form.tsx';
import { EmptyText } from '../../kit/empty-text.tsx';
import { CustomerSection } from './customer-section.tsx';

export interface CustomerIdentityProps {
  customer: CustomerRecord;
  /** Compares this customer with the one of that number, to merge both. */
  onMerge: (number: string) => void;
}

/** Name, contact actions, differently typed details and assignee of a customer. */
export function CustomerIdentity({ customer, onMerge }: CustomerIdentityProps) {
  const [draft, setDraft] = useDraft<CustomerDraft>(`edit-customer:${customer.customer_number}`);
  const [editing, setEditing] = useState(draft !== null);
  const typed = typedVariants(customer);
  const { mobile, email } = customer;
  const { studio } = useSite();
  const stop = () => {
    setDraft(null);
    setEditing(false);
  };
  if (mobile === null) {
    return (
      <CustomerSection title="Customer">
        <EmptyText>
          Name, mobile and email were erased on request. What was rented, when and for how much
          stays.
        </EmptyText>
      </CustomerSection>
    );
  }
  return (
    <CustomerSection
      title="Customer"
      action={
        !editing && (
          <Button variant="quiet" size="sm" className="-mr-3.5" onClick={() => setEditing(true)}>
            <Pencil aria-hidden size={14} />
            Edit
          </Button>
        )
      }
    >
      {editing ? (
        <EditCustomerForm
          customer={customer}
          draft={draft}
          onDraft={setDraft}
          onEnd={stop}
          onMerge={onMerge}
        />
      ) : (
        <>
          <p className="text-sm font-medium break-words">{customerName(customer)}</p>
          <ContactActions
            mobile={mobile}
            email={email}
            text={customerMessage(studio.name, customer.first_name)}
          />
        </>
      )}
      {typed.length > 0 && (
        <div className="mt-3 rounded-sm bg-amber-pale px-3 py-2 text-sm">
          <p className="font-medium">Typed differently</p>
          <ul>
            {typed.map((fact) => (
              <li key={fact.text} className="break-words">
                {fact.text}{' '}
                <span className="text-xs text-ink-quiet">{formatDay(fact.created_at)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-3 flex items-center gap-3 text-sm">
        <span className="shrink-0 text-ink-quiet">Assigned to</span>
        <AssigneeSelect lead={customer} look="field" />
      </div>
    </CustomerSection>
  );
}
