import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  makeCalendarLink,
  makeDaySheetLink,
  type CalendarSubject,
  type DaySheetRequest,
} from '#data/desk/links.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { notify } from '#ui/toast.tsx';
import { useIdempotencyKey } from '../kit/use-idempotency-key.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** A link whose address can be read now and never again. */
export interface MadeAddress {
  /** `Day sheet: Ravi` */
  title: string;
  path: string;
}

/** Makes links, one at a time, and has the address of the last one. */
export function useMakeLink() {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const keys = useIdempotencyKey();
  const [made, setMade] = useState<MadeAddress>();
  const [busy, setBusy] = useState(false);
  const make = async (asked: object, send: (key: string) => Promise<MadeAddress>) => {
    if (busy) return;
    setBusy(true);
    try {
      setMade(await send(keys.keyOf(asked)));
      keys.forget();
      notify.success('Link made', { description: 'Copy its address now: it is shown only once.' });
    } catch (error) {
      notifyFailure('Error making the link', error as Error);
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: staffKeys.links });
  };
  return {
    made,
    busy,
    makeCalendar: (name: string, subject: CalendarSubject) =>
      make(subject, async (key) => {
        const { secret } = await makeCalendarLink(api, subject, key);
        return { title: `Calendar: ${name}`, path: `/calendar/${secret}.ics` };
      }),
    makeDaySheet: (name: string, request: DaySheetRequest) =>
      make(request, async (key) => {
        const { secret } = await makeDaySheetLink(api, request, key);
        return { title: `Day sheet: ${name}`, path: `/day-sheet?k=${secret}` };
      }),
  };
}

/** The state and actions of {@link useMakeLink}. */
export type MakeLink = ReturnType<typeof useMakeLink>;
