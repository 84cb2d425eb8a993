import { useQuery } from '@tanstack/react-query';
import { enquiriesQuery, type Enquiry } from '#data/enquiries.ts';
import { closeRecord } from '#domain/crm/crm-search.ts';
import { enquiryNumber } from '#domain/crm/enquiry.ts';
import { CrmList, type CrmListTexts } from '../crm/crm-list.tsx';
import type { CrmTabProps } from '../crm/crm-tab.ts';
import { RentalFilters } from '../crm/rental-filters.tsx';
import { useStaffApi } from '../use-staff-api.ts';
import { EnquiryCard } from './enquiry-card.tsx';
import { enquiryColumns } from './enquiry-columns.tsx';
import { EnquiryDrawer } from './enquiry-drawer.tsx';

const TEXTS: CrmListTexts = {
  label: 'Enquiries',
  search: 'search enquiries',
  failure: 'Error loading enquiries',
  nothing: 'Currently there are no enquiries',
  nothingHint: 'What visitors send from My Order appears here by itself.',
  noMatch: 'No enquiries found matching your criteria',
  noMatchHint: 'The search looks at number, customer name, mobile and email.',
};

const keyOf = (enquiry: Enquiry) => enquiry.id;

/** The enquiries that are not converted; one of them may be open in the drawer. */
export function EnquiriesTab({ search, onSearch }: CrmTabProps) {
  const list = useQuery(enquiriesQuery(useStaffApi(), search));
  const open = list.data?.items.find((enquiry) => enquiryNumber(enquiry) === search.open);
  return (
    <>
      <CrmList
        texts={TEXTS}
        list={list}
        search={search}
        onSearch={onSearch}
        columns={enquiryColumns(search)}
        rowKey={keyOf}
        openKey={open?.id}
        renderCard={(enquiry) => <EnquiryCard enquiry={enquiry} search={search} />}
        filters={<RentalFilters statuses="enquiry" search={search} onSearch={onSearch} />}
        onOpen={(enquiry) => onSearch({ ...search, open: enquiryNumber(enquiry) })}
      />
      <EnquiryDrawer
        number={search.open}
        known={open}
        onClose={() =>
          search.open !== undefined && onSearch(closeRecord(search), { replace: true })
        }
      />
    </>
  );
}
