import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarSubject } from '#data/desk/links.ts';
import { assigneesQuery } from '#data/staff/staff.ts';
import { foundItemsQuery } from '#data/stock/stock.ts';
import { Button } from '#ui/button.tsx';
import { DaySheetForm, type CrewMember } from '../links/day-sheet-form.tsx';
import { NewAddress } from '../links/new-address.tsx';
import { useMakeLink, type MakeLink } from '../links/use-make-link.ts';
import { ListSearchBox } from '../kit/lists/list-search-box.tsx';
import { useProfile } from '../kit/profile.ts';
import { staffName } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { SettingsSection } from './settings-section.tsx';

/** Makes addresses of calendars and day sheets, and shows the last one. */
export function MakeLinks() {
  const link = useMakeLink();
  const { made } = link;
  return (
    <>
      {made && <NewAddress key={made.path} {...made} />}
      <MakeCalendar link={link} />
      <ForCrew link={link} />
    </>
  );
}

/** Calendars of the studio and of staff; only admins make those of others. */
function MakeCalendar({ link }: { link: MakeLink }) {
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
      text="The calendar of the whole studio has all orders and holds. A member of staff’s has the orders and enquiries they own."
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
              busy={link.busy}
              aria-label={`Make a calendar: ${title}`}
              onClick={() => void link.makeCalendar(title, subject)}
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
function ForCrew({ link }: { link: MakeLink }) {
  const api = useStaffApi();
  const [q, setQ] = useState('');
  const found = useQuery({ ...foundItemsQuery(api, q), enabled: q !== '' });
  const crew = (found.data ?? []).filter(({ type }) => type === 'crew');
  return (
    <SettingsSection
      title="For a crew member"
      text="A calendar with the days they are booked, or a day sheet for one day: who, where, when and the studio’s phone. A day sheet ends seven days after its day."
    >
      <ListSearchBox label="Search crew" value={q} onChange={setQ} />
      <p role="status" className="mt-2 text-sm text-ink-quiet empty:hidden">
        {q !== '' && found.isError && 'The search failed. Try again.'}
        {q !== '' && found.isSuccess && crew.length === 0 && 'No crew found.'}
      </p>
      <ul aria-label="Found crew">
        {crew.map((member) => (
          <FoundMember key={member.id} member={member} link={link} />
        ))}
      </ul>
    </SettingsSection>
  );
}

function FoundMember({ member, link }: { member: CrewMember; link: MakeLink }) {
  const { id: person, name } = member;
  return (
    <li className="mt-4 border-t border-rule pt-3 text-sm">
      <div className="flex items-center gap-3">
        <span className="min-w-0 grow font-medium break-words">{name}</span>
        <Button
          variant="secondary"
          size="sm"
          busy={link.busy}
          aria-label={`Make a calendar: ${name}`}
          onClick={() => void link.makeCalendar(name, { subject: 'crew', person })}
        >
          Make a calendar
        </Button>
      </div>
      <DaySheetForm member={member} link={link} />
    </li>
  );
}
