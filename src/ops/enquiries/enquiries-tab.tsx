import { useQuery } from '@tanstack/react-query';
import { enquiriesQuery, enquiryQuery, readEnquiries } from '#data/enquiries.ts';
import { closeRecord } from '#domain/crm/crm-search.ts';
import { enquiryNumber } from '#domain/crm/enquiry.ts';
import type { Enquiry } from '#domain/crm/rental.ts';
import type { Column } from '#ui/data-table.tsx';
import { CrmList, type CrmListTexts } from '../crm/crm-list.tsx';
import type { CrmTabProps } from '../crm/crm-tab.ts';
import { RentalFilters } from '../crm/rental-filters.tsx';
import { StatusBadge, useStatusLabel } from '../crm/status-badge.tsx';
import { RentalCard } from '../rentals/rental-card.tsx';
import { rentalColumns } from '../rentals/rental-columns.tsx';
import { rentalCsv } from '../rentals/rental-csv.ts';
import { RentalDrawer } from '../rentals/rental-drawer.tsx';
import { useOpenNumber } from '../rentals/use-open-number.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { EnquiryActions } from './enquiry-actions.tsx';

const TEXTS: CrmListTexts = {
  label: 'Enquiries',
  search: 'search enquiries',
  failure: 'Error loading enquiries',
  nothing: 'Currently there are no enquiries',
  nothingHint: 'What visitors send from My Order appears here by itself.',
  noMatch: 'No enquiries found matching your criteria',
  noMatchHint: 'The search looks at number, customer name, mobile and email.',
};

const DRAWER_TEXTS = {
  noun: 'enquiry',
  came: 'Received',
  failure: 'error loading enquiry items',
};

const STATUSES: readonly Column<Enquiry>[] = [
  {
    key: 'status',
    header: 'Status',
    sort: 'status',
    width: '8rem',
    cell: (enquiry) => <StatusBadge kind="enquiry" status={enquiry.status} />,
  },
];

const keyOf = (enquiry: Enquiry) => enquiry.id;

/** The enquiries that are not converted; one of any may be open in the drawer. */
export function EnquiriesTab({ search, onSearch }: CrmTabProps) {
  const api = useStaffApi();
  const list = useQuery(enquiriesQuery(api, search));
  const number = useOpenNumber(search.open);
  const isOpen = search.open !== undefined;
  const read = useQuery({ ...enquiryQuery(api, number), enabled: isOpen });
  const label = useStatusLabel('enquiry');
  const listed = list.data?.items.find((enquiry) => enquiryNumber(enquiry) === number);
  return (
    <>
      <CrmList
        texts={TEXTS}
        list={list}
        search={search}
        onSearch={onSearch}
        columns={rentalColumns({
          search,
          numberOf: enquiryNumber,
          came: 'Received',
          statuses: STATUSES,
        })}
        rowKey={keyOf}
        openKey={isOpen ? listed?.id : undefined}
        renderCard={(enquiry) => (
          <RentalCard
            rental={enquiry}
            number={enquiryNumber(enquiry)}
            search={search}
            badges={<StatusBadge kind="enquiry" status={enquiry.status} />}
          />
        )}
        filters={<RentalFilters statuses="enquiry" came="Received" {...{ search, onSearch }} />}
        onOpen={(enquiry) => onSearch({ ...search, open: enquiryNumber(enquiry) })}
        csv={{
          name: 'enquiries',
          columns: rentalCsv<Enquiry>({
            numberOf: enquiryNumber,
            came: 'Received',
            statuses: [{ header: 'Status', cell: (enquiry) => label(enquiry.status) }],
          }),
          readPart: (part, signal) => readEnquiries(api, search, part, signal),
        }}
      />
      <RentalDrawer
        texts={DRAWER_TEXTS}
        number={number}
        open={isOpen}
        read={read}
        listed={listed}
        onClose={() => isOpen && onSearch(closeRecord(search), { replace: true })}
        renderActions={(enquiry) => <EnquiryActions enquiry={enquiry} />}
      />
    </>
  );
}
