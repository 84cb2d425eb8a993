import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { RecordMessages } from '../../messages/record-messages.tsx';
import { CustomerSection } from './customer-section.tsx';

/** The e-mails to a customer, by their id. why a button: the page itself is one request. */
export function CustomerEmails({ customer }: { customer: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <CustomerSection
      title="E-mails"
      action={
        <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide e-mails' : 'Show e-mails'}
        </Button>
      }
    >
      {isOpen && <RecordMessages record={customer} />}
    </CustomerSection>
  );
}
