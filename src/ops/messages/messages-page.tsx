import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { messagesQuery } from '#data/messages/messages.ts';
import { readOutboxSearch, type OutboxSearch } from '#domain/messages/outbox-search.ts';
import { useProfile } from '../kit/profile.ts';
import { RoleGate } from '../kit/role-gate.tsx';
import { NoRows } from '../kit/lists/no-rows.tsx';
import { PartsList } from '../kit/lists/parts-list.tsx';
import { CRM_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { ChannelPanel } from './channel-panel.tsx';
import { MessageCard } from './message-card.tsx';
import { messageColumns } from './message-columns.tsx';
import { MessageSheet } from './message-sheet.tsx';
import { OutboxFilters } from './outbox-filters.tsx';

export interface MessagesPageProps {
  search: OutboxSearch;
  onSearch: (next: OutboxSearch) => void;
}

/** E-mails and push notices of the studio, newest first, and whether they are sent. */
export function MessagesPage(props: MessagesPageProps) {
  const isAdmin = useProfile()?.role === 'admin';
  return (
    <RoleGate roles={CRM_ROLES} page="Messages">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 pt-6">
        <h1 className="text-xl font-semibold">Messages</h1>
        {isAdmin && (
          <Link
            to="/ops/settings/messages"
            className="inline-flex min-h-11 items-center text-sm text-teal underline underline-offset-2 sm:min-h-6"
          >
            Settings
          </Link>
        )}
      </div>
      <List {...props} />
    </RoleGate>
  );
}

function List({ search, onSearch }: MessagesPageProps) {
  const read = useInfiniteQuery(messagesQuery(useStaffApi(), search));
  const [openId, setOpen] = useState<string>();
  const rows = read.data?.pages.flatMap((part) => part.rows);
  const channel = read.data?.pages[0]?.channels.find(
    (one) => one.channel === (search.channel ?? 'email'),
  );
  return (
    <div className="pt-3">
      {channel && <ChannelPanel key={channel.channel} state={channel} />}
      <OutboxFilters
        search={search}
        onChange={(change) => onSearch(readOutboxSearch({ ...search, ...change }))}
      />
      <PartsList
        read={read}
        failure="The messages could not be loaded"
        label="Messages"
        columns={messageColumns(setOpen)}
        rowKey={({ id }) => id}
        renderCard={(row) => <MessageCard message={row} onOpen={setOpen} />}
        onOpen={({ id }) => setOpen(id)}
        openKey={openId}
        empty={
          <NoRows
            filtered={Object.keys(search).length > 0}
            nothing="No e-mails yet"
            nothingHint="When somebody sends an enquiry, the e-mails about it are listed here."
            noMatch="No messages match"
            clears="filters"
            onClear={() => onSearch({})}
          />
        }
      />
      <MessageSheet
        message={rows?.find(({ id }) => id === openId)}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}
