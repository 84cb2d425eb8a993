import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { assignLead } from '#data/leads.ts';
import { assigneesQuery } from '#data/staff.ts';
import { customerName } from '#domain/crm/enquiry.ts';
import { classNames } from '#ui/class-names.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { staffName } from '../shell/staff.ts';
import { useStaffApi } from '../use-staff-api.ts';

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
  className?: string;
}

/**
 * Gives a lead to a member of staff, or to nobody. What was chosen shows at once and goes back when
 * it cannot be saved.
 */
export function AssigneeSelect({ lead, className }: AssigneeSelectProps) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const staff = useQuery(assigneesQuery(api));
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['ops'], type: 'active' });
  const assign = useMutation({
    mutationFn: (to: string) => assignLead(api, lead, to || null),
    onError: (error) => {
      notifyFailure('Error updating assignment', error);
      void readAgain();
    },
    // why: awaited, so that the choice stays shown until the lists hold it.
    onSuccess: () => {
      notify.success('Assignment updated successfully');
      return readAgain();
    },
  });
  const assigned = lead.assigned_to ?? '';
  const known = !assigned || staff.data?.some((one) => one.id === assigned);
  return (
    <select
      aria-label={`Assigned to: ${customerName(lead)}`}
      value={assign.isPending ? assign.variables : assigned}
      onChange={(event) => !assign.isPending && assign.mutate(event.target.value)}
      className={classNames(
        'h-11 w-full max-w-full truncate rounded-sm border border-transparent bg-transparent px-1 text-sm hover:border-rule-strong md:-ml-1.5 md:h-7',
        !assigned && 'text-ink-quiet',
        className,
      )}
    >
      <option value="">Unassigned</option>
      {!known && (
        <option value={assigned}>
          {staffName({ id: assigned, display_name: lead.assigned_name })}
        </option>
      )}
      {staff.data?.map((one) => (
        <option key={one.id} value={one.id}>
          {staffName(one)}
        </option>
      ))}
    </select>
  );
}
