import { useRouteContext } from '@tanstack/react-router';
import { staffApi, type StaffApi } from '#data/core/staff-api.ts';

/** The API client of the signed-in user. Only for /ops, which renders in the browser. */
export function useStaffApi(): StaffApi {
  const { backend } = useRouteContext({ from: '__root__' });
  return staffApi(backend);
}
