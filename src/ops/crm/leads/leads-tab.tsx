import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Users } from 'lucide-react';
import type { Lead } from '#data/crm/customer-answers.ts';
import { leadsQuery, readLeads } from '#data/crm/leads.ts';
import { closeDuplicates, openDuplicates } from '#domain/crm/crm-search.ts';
import { Button } from '#ui/button.tsx';
import { CrmList, type CrmListTexts } from '../shared/crm-list.tsx';
import type { CrmTabProps } from '../shared/crm-tab.ts';
import { useProfile } from '../../kit/profile.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { DuplicatesSheet } from '../duplicates/duplicates-sheet.tsx';
import { LeadCard } from './lead-card.tsx';
import { leadColumns } from './lead-columns.tsx';
import { CSV_COLUMNS } from './lead-csv.ts';
import { LeadFilters } from './lead-filters.tsx';

const TEXTS: CrmListTexts = {
  label: 'Leads',
  search: 'Search leads',
  failure: 'Error loading customers',
  nothing: 'Currently there are no leads in the system',
  nothingHint: 'Who sends an enquiry or a message appears here by itself.',
  noMatch: 'No customers found matching your criteria',
  noMatchHint: 'The search looks at first name, last name, e-mail, mobile and customer number.',
};

const keyOf = (lead: Lead) => lead.id;

/** The list of leads: every customer with open enquiries, orders and assignee. */
export function LeadsTab({ search, onSearch }: CrmTabProps) {
  const navigate = useNavigate();
  const api = useStaffApi();
  const userId = useProfile()?.id ?? '';
  const list = useQuery(leadsQuery(api, search, userId));
  return (
    <>
      <CrmList
        texts={TEXTS}
        list={list}
        search={search}
        onSearch={onSearch}
        columns={leadColumns}
        rowKey={keyOf}
        renderCard={(lead) => <LeadCard lead={lead} />}
        onOpen={({ customer_number: number }) =>
          void navigate({ to: '/ops/customers/$number', params: { number } })
        }
        filters={<LeadFilters search={search} onSearch={onSearch} />}
        tools={
          <Button variant="quiet" size="sm" onClick={() => onSearch(openDuplicates)}>
            <Users aria-hidden size={16} />
            Likely duplicates
          </Button>
        }
        csv={{
          name: 'leads',
          columns: CSV_COLUMNS,
          readPart: (part, signal) => readLeads(api, search, userId, part, signal),
        }}
      />
      <DuplicatesSheet
        open={search.list === 'duplicates'}
        onClose={() => search.list && onSearch(closeDuplicates, { replace: true })}
      />
    </>
  );
}
