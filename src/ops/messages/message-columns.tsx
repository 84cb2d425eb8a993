import { formatMoment } from '#domain/dates.ts';
import type { ListedMessage } from '#domain/messages/listed-message.ts';
import { messageName, messageReason, messageRecipient } from '#domain/messages/message-status.ts';
import type { Column } from '#ui/data-table.tsx';
import { MessageStatus } from './message-status-badge.tsx';
import { SubjectLink } from './subject-link.tsx';

/** Columns of the list of messages. */
export function messageColumns(onOpen: (id: string) => void): readonly Column<ListedMessage>[] {
  return [
    {
      key: 'kind',
      header: 'Message',
      width: '15rem',
      cell: (row) => (
        <button
          type="button"
          data-row-link
          onClick={() => onOpen(row.id)}
          className="text-left font-medium text-teal hover:underline"
        >
          {messageName(row)}
        </button>
      ),
    },
    { key: 'to', header: 'To', width: '14rem', cell: (row) => messageRecipient(row) },
    {
      key: 'about',
      header: 'About',
      width: '10rem',
      cell: ({ about }) => about && <SubjectLink subject={about} />,
    },
    {
      key: 'state',
      header: 'State',
      width: '9rem',
      cell: (row) => <MessageStatus message={row} />,
    },
    {
      key: 'why',
      header: 'Why',
      cell: (row) => (
        <span className="text-ink-quiet">{messageReason(row) ?? openProblem(row)}</span>
      ),
    },
    {
      key: 'at',
      header: 'Time',
      width: '13rem',
      align: 'end',
      cell: (row) => formatMoment(row.sent_at ?? row.created_at),
    },
  ];
}

/** Why a message that still waits was not taken. */
const openProblem = ({ state, problem }: ListedMessage) => (state === 'sent' ? null : problem);
