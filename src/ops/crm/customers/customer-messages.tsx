import { setMessageHandled } from '#data/crm/customers.ts';
import type { CustomerMessage, CustomerRecord } from '#domain/crm/customer.ts';
import { formatMoment } from '#domain/dates.ts';
import { staffNameOf } from '#domain/crm/staff-name.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { CustomerSection } from './customer-section.tsx';
import { useCustomerChange } from '../shared/use-customer-change.ts';

/** Messages from the contact form, with a button that marks each as handled. */
export function CustomerMessages({ customer }: { customer: CustomerRecord }) {
  return (
    <CustomerSection title="Messages" count={customer.messages_total}>
      <ul className="divide-y divide-rule">
        {customer.messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ul>
    </CustomerSection>
  );
}

function Message({ message }: { message: CustomerMessage }) {
  const api = useStaffApi();
  const handle = useCustomerChange(
    (handled: boolean) => setMessageHandled(api, message.id, handled),
    {
      done: 'Message updated',
      failure: 'Error updating message',
    },
  );
  const handled = handle.isPending ? handle.variables : message.handled_at !== null;
  return (
    <li className="py-3 text-sm">
      <p className="break-words whitespace-pre-line">{message.message || 'No text.'}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-3 text-xs text-ink-quiet">
        <span>{formatMoment(message.created_at)}</span>
        {handled ? (
          <span>
            Handled
            {message.handled_by && ` by ${staffNameOf(message.handled_by, message.handled_name)}`}
            {message.handled_at && `, ${formatMoment(message.handled_at)}`}
          </span>
        ) : (
          <Badge tone="amber">To answer</Badge>
        )}
        <Button
          variant="quiet"
          size="sm"
          className="ml-auto"
          onClick={() => handle.mutate(!handled)}
        >
          {handled ? 'Reopen' : 'Mark as handled'}
        </Button>
      </div>
    </li>
  );
}
