import { useQuery } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { assignLead } from '#data/leads.ts';
import { assigneesQuery } from '#data/staff.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { classNames } from '#ui/class-names.ts';
import { notify } from '#ui/toast.tsx';
import { notifyUnsaved } from '../../shell/failure-notice.ts';
import { staffName } from '../../shell/staff-roles.ts';
import { UnsavedMark } from '../../shell/unsaved-mark.tsx';
import { useQueuedChange } from '../../shell/use-queued-change.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/** Props of {@link AssigneeSelect}. */
export interface AssigneeSelectProps {
  lead: {
    id: string;
    first_name: string | null;
    last_name: string | null;
    assigned_to: string | null;
    assigned_name: string | null;
    updated_at: string;
  };
  /** `cell` shows its border on hover only; `field` looks like a form field. */
  look: keyof typeof LOOKS;
}

const LOOKS = {
  cell: '-ml-1.5 h-7 border-transparent bg-transparent px-1 hover:border-rule-strong',
  field: 'h-11 border-rule-strong bg-surface px-2 hover:border-ink-quiet sm:h-9',
};

/**
 * Assigns a lead to a member of staff or to nobody; optimistic, rolled back if it cannot be saved.
 */
export function AssigneeSelect({ lead, look }: AssigneeSelectProps) {
  const api = useStaffApi();
  const staff = useQuery(assigneesQuery(api));
  const markId = useId();
  const saved = useRef({ over: '', updated_at: '' });
  const assign = useQueuedChange({
    of: ['customer', lead.id, 'assigned_to'],
    value: lead.assigned_to ?? '',
    save: async (to) => {
      const { id, updated_at: over } = lead;
      // why: a previous save from this control is no conflict, so its version replaces the rendered one.
      const own = saved.current.over === over;
      const updated_at = own ? saved.current.updated_at : over;
      const answer = await assignLead(api, { id, updated_at }, to || null);
      saved.current = { over, updated_at: answer.updated_at };
      return answer;
    },
    onSaved: () => notify.success('Assignment updated successfully'),
    onRefused: (error) => notifyUnsaved('Error updating assignment', error),
  });
  const assigned = lead.assigned_to ?? '';
  const offered = staff.data?.filter((one) => !one.disabled);
  const known = !assigned || offered?.some((one) => one.id === assigned);
  return (
    <span className={look === 'cell' ? 'flex items-center gap-1' : 'block'}>
      <select
        aria-label={`Assigned to: ${customerName(lead)}`}
        aria-describedby={assign.isUnsaved ? markId : undefined}
        value={assign.value}
        onChange={(event) => assign.change(event.target.value)}
        className={classNames(
          'w-full max-w-full truncate rounded-sm border text-sm',
          LOOKS[look],
          !assigned && 'text-ink-quiet',
        )}
      >
        <option value="">Unassigned</option>
        {!known && (
          <option value={assigned}>
            {staffName({ id: assigned, display_name: lead.assigned_name })}
          </option>
        )}
        {offered?.map((one) => (
          <option key={one.id} value={one.id}>
            {staffName(one)}
          </option>
        ))}
      </select>
      {assign.isUnsaved && <UnsavedMark id={markId} iconOnly={look === 'cell'} />}
    </span>
  );
}
