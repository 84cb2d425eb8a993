import { useRouteContext } from '@tanstack/react-router';
import { staffApi, type StaffApi } from '#data/staff-api.ts';

/** The signed-in staff's client. For pages under /ops, which render in the browser only. */
export function useStaffApi(): StaffApi {
  const { backend } = useRouteContext({ from: '__root__' });
  return staffApi(backend);
}
