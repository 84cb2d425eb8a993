import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { messagesQuery } from '#data/messages.ts';
import { readOutboxSearch, type OutboxSearch } from '#domain/messages/outbox-search.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { useRowKeys } from '#ui/use-row-keys.ts';
import { useProfile } from '../shell/profile.ts';
import { ReadFailure } from '../shell/read-failure.tsx';
import { RoleGate } from '../shell/role-gate.tsx';
import { ShowMore } from '../shell/show-more.tsx';
import { StaleNotice } from '../shell/stale-notice.tsx';
import { CRM_ROLES } from '../shell/staff-roles.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { ChannelPanel } from './channel-panel.tsx';
import { MessageCard } from './message-card.tsx';
import { messageColumns } from './message-columns.tsx';
import { MessageSheet } from './message-sheet.tsx';
import { OutboxFilters } from './outbox-filters.tsx';

/** Props of {@link MessagesPage}. */
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
  const list = useRef<HTMLDivElement>(null);
  useRowKeys(list);
  const rows = read.data?.pages.flatMap((part) => part.rows);
  const channel = read.data?.pages[0]?.channels.find(
    (one) => one.channel === (search.channel ?? 'email'),
  );
  return (
    <div ref={list} className="pt-3">
      {channel && <ChannelPanel key={channel.channel} state={channel} />}
      <OutboxFilters
        search={search}
        onChange={(change) => onSearch(readOutboxSearch({ ...search, ...change }))}
      />
      {read.isError && read.data && (
        <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
      )}
      {read.isError && !read.data ? (
        <ReadFailure level={2} title="The messages could not be loaded" read={read} />
      ) : (
        <DataTable
          label="Messages"
          columns={messageColumns(setOpen)}
          rows={rows}
          rowKey={({ id }) => id}
          renderCard={(row) => <MessageCard message={row} onOpen={setOpen} />}
          onOpen={({ id }) => setOpen(id)}
          openKey={openId}
          stale={read.isPlaceholderData}
          columnsFrom="80rem"
          empty={<Nothing search={search} onClear={() => onSearch({})} />}
        />
      )}
      <ShowMore read={read} />
      <MessageSheet
        message={rows?.find(({ id }) => id === openId)}
        onClose={() => setOpen(undefined)}
      />
    </div>
  );
}

function Nothing({ search, onClear }: { search: OutboxSearch; onClear: () => void }) {
  if (Object.keys(search).length === 0) {
    return (
      <PageMessage
        level={2}
        title="No e-mails yet"
        text="When somebody sends an enquiry, the e-mails about it are listed here."
      />
    );
  }
  return (
    <PageMessage
      level={2}
      title="No messages match"
      action={
        <Button variant="secondary" size="sm" onClick={onClear}>
          Clear filters
        </Button>
      }
    />
  );
}
