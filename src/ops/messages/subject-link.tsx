import { Link } from '@tanstack/react-router';
import type { MessageSubject } from '#domain/messages/listed-message.ts';

const LINK =
  'text-teal tabular-nums hover:underline max-sm:inline-flex max-sm:min-h-11 max-sm:items-center';

/** Link to the record that a message is about. */
export function SubjectLink({ subject }: { subject: MessageSubject }) {
  const { type, id, number } = subject;
  if (type === 'document') {
    return (
      <Link to="/ops/documents/$id" params={{ id }} preload={false} className={LINK}>
        {number}
      </Link>
    );
  }
  if (type === 'customer') {
    return (
      <Link to="/ops/customers/$number" params={{ number }} preload={false} className={LINK}>
        {number}
      </Link>
    );
  }
  const tab = type === 'order' ? 'orders' : 'enquiries';
  return (
    <Link to="/ops/crm" search={{ tab, open: number }} preload={false} className={LINK}>
      {number}
    </Link>
  );
}
