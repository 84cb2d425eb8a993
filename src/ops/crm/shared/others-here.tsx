import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { openTogether } from '#data/core/together.ts';
import { assigneesQuery } from '#data/staff/staff.ts';
import { useProfile } from '../../kit/profile.ts';
import { staffName } from '../../kit/staff-roles.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** Names the others of the staff who have an enquiry or order open now. Empty while nobody has. */
export function OthersHere({ record }: { record: string }) {
  const api = useStaffApi();
  const userId = useProfile()?.id;
  const [ids, setIds] = useState<readonly string[]>([]);
  const staff = useQuery({ ...assigneesQuery(api), enabled: ids.length > 0 });
  useEffect(() => {
    if (userId === undefined) return undefined;
    return openTogether(api, { record, userId, onOthers: setIds });
  }, [api, record, userId]);
  const names = ids.flatMap((id) => {
    const person = staff.data?.find((one) => one.id === id);
    return person ? [staffName(person)] : [];
  });
  return (
    <p role="status" className="flex min-w-0 items-center gap-1.5 text-sm text-ink-quiet">
      {names.length > 0 && (
        <>
          <Users aria-hidden size={16} className="shrink-0 text-teal" />
          <span className="truncate">
            {LIST.format(names)} {names.length === 1 ? 'has' : 'have'} this open too
          </span>
        </>
      )}
    </p>
  );
}

const LIST = new Intl.ListFormat('en-IN', { type: 'conjunction' });
