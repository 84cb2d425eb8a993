import { useQuery } from '@tanstack/react-query';
import { enquiriesQuery, enquiryQuery, readEnquiries } from '#data/crm/enquiries.ts';
import { openNew } from '#domain/crm/crm-search.ts';
import { enquiryNumber } from '#domain/crm/crm-text.ts';
import { editedEnquiry } from '#domain/crm/edited-rental.ts';
import type { Enquiry } from '#domain/crm/rental.ts';
import type { Column } from '#ui/data-table.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { Badge } from '#ui/badge.tsx';
import { heldText, isHeld } from '#domain/crm/hold-text.ts';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import { ChangeDates } from '../lines/change-dates.tsx';
import { ChangedQuoteNotice, RecordLines } from '../lines/record-lines.tsx';
import { RentalFilters } from '../rentals/rental-filters.tsx';
import { DuplicateButton } from '../rentals/duplicate-button.tsx';
import { OwnerAndNotes } from '../shared/owner-and-notes.tsx';
import { StatusBadge, useStatusLabel } from '../../kit/status-badge.tsx';
import { RentalTab, type RentalTabTexts } from '../rentals/rental-tab.tsx';
import { useMinute } from '../../kit/use-minute.ts';
import { useOpenNumber } from '../rentals/use-open-number.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { MakeQuoteButton } from '../../documents/make-quote-button.tsx';
import { DocumentsOf } from '../../documents/documents-of.tsx';
import { RecordMessages } from '../../messages/record-messages.tsx';
import { EnquiryActions } from './enquiry-actions.tsx';
import { EnquiryPageButton } from './enquiry-page-button.tsx';
import { EnquiryReplies } from './enquiry-replies.tsx';
import { HoldPanel } from './hold-panel.tsx';

const TEXTS: RentalTabTexts = {
  label: 'Enquiries',
  search: 'Search enquiries',
  failure: 'Error loading enquiries',
  nothing: 'Currently there are no enquiries',
  nothingHint: 'What visitors send from My Order appears here by itself.',
  noMatch: 'No enquiries found matching your criteria',
  noMatchHint: 'The search looks at number, customer name, mobile and e-mail.',
  noun: 'enquiry',
  dateLabel: 'Received',
  recordFailure: 'error loading enquiry items',
};

const statusBadge = (enquiry: Enquiry) => <StatusBadge kind="enquiry" status={enquiry.status} />;

/** Columns of the status and of the hold; a change that the customer waits for is more urgent than a hold. */
const statusColumns = (now: Date): readonly Column<Enquiry>[] => [
  { key: 'status', header: 'Status', sort: 'status', width: '8rem', cell: statusBadge },
  {
    key: 'hold',
    header: 'Hold',
    width: '9.75rem',
    cell: (enquiry) =>
      enquiry.change_asked_at === null ? (
        <HoldBadge enquiry={enquiry} now={now} />
      ) : (
        <ChangeBadge enquiry={enquiry} />
      ),
  },
];

/** The enquiries that are not converted. The drawer opens converted ones too. */
export function EnquiriesTab({ search, onSearch }: CrmTabProps) {
  const api = useStaffApi();
  const number = useOpenNumber(search.open);
  const record = useQuery({ ...enquiryQuery(api, number), enabled: search.open !== undefined });
  const label = useStatusLabel('enquiry');
  const now = useMinute();
  return (
    <RentalTab
      texts={TEXTS}
      file="enquiries"
      numberOf={enquiryNumber}
      search={search}
      onSearch={onSearch}
      list={useQuery(enquiriesQuery(api, search))}
      number={number}
      record={record}
      readPart={(part, signal) => readEnquiries(api, search, part, signal)}
      statusColumns={statusColumns(now)}
      statusCells={[{ header: 'Status', cell: (enquiry) => label(enquiry.status) }]}
      renderBadges={(enquiry) => (
        <>
          <ChangeBadge enquiry={enquiry} />
          <HoldBadge enquiry={enquiry} now={now} />
          {statusBadge(enquiry)}
        </>
      )}
      filters={
        <RentalFilters statuses="enquiry" dateLabel={TEXTS.dateLabel} {...{ search, onSearch }} />
      }
      tools={
        record.data ? (
          <div key={record.data.id} className="grid gap-4">
            <EnquiryReplies enquiry={record.data} />
            <div className="flex flex-wrap items-center gap-2">
              <HoldPanel enquiry={record.data} />
              {record.data.is_open && <ChangeDates rental={editedEnquiry(record.data)} />}
              <EnquiryPageButton enquiry={record.data} />
              {record.data.status === 'pending' && (
                <MakeQuoteButton source={{ enquiry: record.data.id }} />
              )}
              <DuplicateButton
                rental={record.data}
                make="enquiry"
                onOpen={() => onSearch((now) => openNew(now, 'enquiry'))}
              />
            </div>
          </div>
        ) : (
          record.isPending && <Skeleton className="h-11 w-64 sm:h-9" />
        )
      }
      people={
        record.data && (
          <OwnerAndNotes
            key={record.data.id}
            table="enquiry_orders"
            number={number}
            rental={record.data}
          />
        )
      }
      isWide
      lines={
        record.data && (
          <>
            <ChangedQuoteNotice noun="enquiry" quote={record.data.changed_quote} />
            <RecordLines
              key={record.data.id}
              rental={editedEnquiry(record.data)}
              isEditable={record.data.is_open}
            />
          </>
        )
      }
      tabsOf={({ id }) => [
        {
          value: 'documents',
          label: 'Documents',
          panel: (
            <>
              <ChangedQuoteNotice noun="enquiry" quote={record.data?.changed_quote} />
              <DocumentsOf source={{ enquiry: id }} order={record.data?.order?.order_number} />
            </>
          ),
        },
        { value: 'emails', label: 'E-mails', panel: <RecordMessages record={id} /> },
      ]}
      renderActions={(enquiry) => <EnquiryActions enquiry={enquiry} />}
    />
  );
}

/** Chip of an enquiry whose customer waits for an answer to a change; nothing for others. */
function ChangeBadge({ enquiry }: { enquiry: Enquiry }) {
  return enquiry.change_asked_at === null ? null : <Badge tone="amber">Change asked</Badge>;
}

/** Chip of an enquiry that is held, with the time left, or second option; nothing for others. */
function HoldBadge({ enquiry, now }: { enquiry: Enquiry; now: Date }) {
  const { held_until: until, waiting_since: waiting } = enquiry;
  if (until !== null && isHeld(until, now)) {
    return <Badge tone="teal">{heldText(until, now)}</Badge>;
  }
  return waiting === null ? null : <Badge>Second option</Badge>;
}
