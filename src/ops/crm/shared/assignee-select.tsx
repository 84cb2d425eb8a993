import { useRef } from 'react';
import { assignLead } from '#data/crm/leads.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { StaffSelect, type StaffSelectProps } from './staff-select.tsx';

export interface AssigneeSelectProps {
  lead: {
    id: string;
    first_name: string | null;
    last_name: string | null;
    assigned_to: string | null;
    assigned_name: string | null;
    updated_at: string;
  };
  look: StaffSelectProps['look'];
}

/** Assigns a lead to a member of staff or to nobody. */
export function AssigneeSelect({ lead, look }: AssigneeSelectProps) {
  const api = useStaffApi();
  const saved = useRef({ over: '', updated_at: '' });
  return (
    <StaffSelect
      label={`Assigned to: ${customerName(lead)}`}
      none="Unassigned"
      of={['customer', lead.id]}
      assigned={lead.assigned_to}
      assignedName={lead.assigned_name}
      look={look}
      save={async (to) => {
        const { id, updated_at: over } = lead;
        // why: a previous save from this control is no conflict, so its version replaces the rendered one.
        const own = saved.current.over === over;
        const updated_at = own ? saved.current.updated_at : over;
        const answer = await assignLead(api, { id, updated_at }, to);
        saved.current = { over, updated_at: answer.updated_at };
        return answer;
      }}
    />
  );
}
