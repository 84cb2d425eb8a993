import { useQuery } from '@tanstack/react-query';
import { secondFactorQuery } from '#data/second-factor-state.ts';
import { useStaffApi } from '../../use-staff-api.ts';

/**
 * Warns an admin who requires a second factor of all staff and has none: saving closes the back office
 * to them until they have set one up.
 */
export function OwnFactorWarning() {
  const { data: own } = useQuery(secondFactorQuery(useStaffApi()));
  if (own?.verified !== false) return null;
  return (
    <p role="alert" className="mt-2 rounded-md bg-amber-pale px-4 py-3 text-sm text-pretty">
      You have no second factor yourself. As soon as this is saved, you set one up before anything
      else opens. Have your phone with an authenticator app at hand, or set it up first in “Your
      account”.
    </p>
  );
}
