import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messagesOfQuery } from '#data/messages/messages.ts';
import { EmptyText } from '../kit/empty-text.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { MessageCard } from './message-card.tsx';
import { MessageSheet } from './message-sheet.tsx';

/** The e-mails about an enquiry, order, document or customer, by its id. */
export function RecordMessages({ record }: { record: string }) {
  const read = useQuery(messagesOfQuery(useStaffApi(), record));
  const [openId, setOpen] = useState<string>();
  if (read.isPending) return <LoadingSkeleton blocks={['h-12 w-full', 'h-12 w-full']} />;
  if (!read.data) {
    return <ReadFailure level={3} title="The e-mails could not be loaded" read={read} />;
  }
  if (read.data.length === 0) return <EmptyText>No e-mails yet.</EmptyText>;
  return (
    <>
      <ul aria-label="E-mails">
        {read.data.map((message) => (
          <li key={message.id} className="border-b border-rule">
            <MessageCard message={message} onOpen={setOpen} />
          </li>
        ))}
      </ul>
      <MessageSheet
        message={read.data.find(({ id }) => id === openId)}
        onClose={() => setOpen(undefined)}
      />
    </>
  );
}
