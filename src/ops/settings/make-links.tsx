import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import {
  makeCalendarLink,
  makeDaySheetLink,
  type CalendarSubject,
  type MadeLink,
} from '#data/links.ts';
import { staffKeys } from '#data/query-keys/staff.ts';
import { assigneesQuery } from '#data/staff.ts';
import { foundItemsQuery } from '#data/stock.ts';
import { studioToday } from '#domain/dates.ts';
import { LONGEST_SEARCH } from '#domain/list-search.ts';
import type { FoundItem } from '#domain/stock/kit-components.ts';
import { Button } from '#ui/button.tsx';
import { DateField, TextField } from '#ui/field.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../shell/failure-notice.ts';
import { formText } from '../shell/form-text.ts';
import { ListSearchBox } from '../shell/list-search-box.tsx';
import { useProfile } from '../shell/profile.ts';
import { staffName } from '../shell/staff-roles.ts';
import { useStaffApi } from '../use-staff-api.ts';
import { NewAddress } from './new-address.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Makes addresses of calendars and day sheets, and shows the last one. */
export function MakeLinks() {
  const [made, setMade] = useState<{ title: string; path: string }>();
  const queryClient = useQueryClient();
  const [busy, setBusy] = useState(false);
  const make = async (
    title: string,
    call: (key: string) => Promise<MadeLink>,
    pathOf: (secret: string) => string,
  ) => {
    if (busy) return;
    setBusy(true);
    try {
      const { secret } = await call(crypto.randomUUID());
      setMade({ title, path: pathOf(secret) });
      notify.success('Link made', { description: 'Copy its address now: it is shown only once.' });
    } catch (error) {
      notifyFailure('Error making the link', error as Error);
    }
    setBusy(false);
    await queryClient.invalidateQueries({ queryKey: staffKeys.links });
  };
  return (
    <>
      {made && <NewAddress key={made.path} {...made} />}
      <MakeCalendar onMake={make} busy={busy} />
      <ForCrew onMake={make} busy={busy} />
    </>
  );
}

interface MakeProps {
  onMake: (
    title: string,
    call: (key: string) => Promise<MadeLink>,
    pathOf: (secret: string) => string,
  ) => Promise<void>;
  busy: boolean;
}

const calendarPath = (secret: string) => `/calendar/${secret}.ics`;

/** Calendars of the studio and of staff; only admins make those of others. */
function MakeCalendar({ onMake, busy }: MakeProps) {
  const api = useStaffApi();
  const profile = useProfile();
  const assignees = useQuery(assigneesQuery(api));
  const isAdmin = profile?.role === 'admin';
  const people = (assignees.data ?? []).filter(
    ({ id, disabled }) => !disabled && (isAdmin || id === profile?.id),
  );
  const subjects: { title: string; subject: CalendarSubject }[] = [
    ...(isAdmin ? [{ title: 'The whole studio', subject: { subject: 'studio' } as const }] : []),
    ...people.map((one) => ({
      title: staffName(one),
      subject: { subject: 'staff', person: one.id } as const,
    })),
  ];
  return (
    <SettingsSection
      title="A calendar for staff"
      text="The studio’s has all orders and holds; that of a member of staff the orders and enquiries they own."
    >
      <ul aria-label="Calendars for staff" className="border-t border-rule">
        {subjects.map(({ title, subject }) => (
          <li
            key={title}
            className="flex min-h-12 items-center gap-3 border-b border-rule py-1.5 text-sm"
          >
            <span className="min-w-0 grow break-words">{title}</span>
            <Button
              variant="secondary"
              size="sm"
              busy={busy}
              aria-label={`Make a calendar: ${title}`}
              onClick={() =>
                void onMake(
                  `Calendar: ${title}`,
                  (key) => makeCalendarLink(api, subject, key),
                  calendarPath,
                )
              }
            >
              Make a calendar
            </Button>
          </li>
        ))}
      </ul>
    </SettingsSection>
  );
}

/** Calendars and day sheets of crew members, who are found by name. */
function ForCrew({ onMake, busy }: MakeProps) {
  const api = useStaffApi();
  const [q, setQ] = useState('');
  const found = useQuery({ ...foundItemsQuery(api, q), enabled: q !== '' });
  const crew = (found.data ?? []).filter(({ type }) => type === 'crew');
  return (
    <SettingsSection
      title="For a crew member"
      text="A calendar with the days they are booked, or a day sheet for one day: who, where, when and the studio’s phone. A day sheet ends seven days after its day."
    >
      <ListSearchBox label="search crew" value={q} maxLength={LONGEST_SEARCH} onChange={setQ} />
      <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
        {q !== '' && found.isError && 'The search failed. Try again.'}
        {q !== '' && found.isSuccess && crew.length === 0 && 'No crew found.'}
      </p>
      <ul aria-label="Found crew">
        {crew.map((member) => (
          <CrewMember key={member.id} member={member} onMake={onMake} busy={busy} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function CrewMember({ member, onMake, busy }: MakeProps & { member: FoundItem }) {
  const api = useStaffApi();
  const { id: item, name } = member;
  const makeSheet = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const request = { item, day: formText(form, 'day'), note: formText(form, 'note') };
    void onMake(
      `Day sheet: ${name}`,
      (key) => makeDaySheetLink(api, request, key),
      (secret) => `/day-sheet?k=${secret}`,
    );
  };
  return (
    <li className="mt-4 border-t border-rule pt-3 text-sm">
      <div className="flex items-center gap-3">
        <span className="min-w-0 grow font-medium break-words">{name}</span>
        <Button
          variant="secondary"
          size="sm"
          busy={busy}
          aria-label={`Make a calendar: ${name}`}
          onClick={() =>
            void onMake(
              `Calendar: ${name}`,
              (key) => makeCalendarLink(api, { subject: 'crew', person: item }, key),
              calendarPath,
            )
          }
        >
          Make a calendar
        </Button>
      </div>
      <form
        aria-label={`Day sheet of ${name}`}
        onSubmit={makeSheet}
        className="mt-2 flex flex-wrap items-end gap-x-3"
      >
        <DateField label="Day" name="day" required defaultValue={studioToday()} className="w-40" />
        <TextField
          label="Note"
          name="note"
          optional
          autoComplete="off"
          maxLength={500}
          className="w-52 grow"
        />
        <Button type="submit" variant="secondary" size="sm" busy={busy} className="mb-6">
          Make a day sheet
        </Button>
      </form>
    </li>
  );
}
