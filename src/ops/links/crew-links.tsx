import { Button } from '#ui/button.tsx';
import { DaySheetForm, type DaySheetFormProps } from './day-sheet-form.tsx';
import { LinksInUse } from './links-in-use.tsx';
import { NewAddress } from './new-address.tsx';
import { useMakeLink } from './use-make-link.ts';

/** The links of a crew member: a day sheet to send, a calendar, and the links they have. */
export function CrewLinks({ member, days }: Omit<DaySheetFormProps, 'link'>) {
  const link = useMakeLink();
  const { made, busy, makeCalendar } = link;
  return (
    <>
      <h3 className="text-sm font-semibold">Day sheet</h3>
      <p className="mt-1 text-sm text-ink-quiet text-pretty">
        Who, where and when on one day, with the studio’s phone. It opens without signing in and
        ends seven days after its day.
      </p>
      <DaySheetForm member={member} link={link} days={days} />
      {made && <NewAddress key={made.path} {...made} />}
      <h3 className="mt-6 text-sm font-semibold">Calendar</h3>
      <p className="mt-1 mb-3 text-sm text-ink-quiet text-pretty">
        All days they are booked, for their calendar app.
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={busy}
        onClick={() => void makeCalendar(member.name, { subject: 'crew', person: member.id })}
      >
        Make a calendar
      </Button>
      <h3 className="mt-8 mb-2 text-sm font-semibold">Links in use</h3>
      <LinksInUse person={member.id} />
    </>
  );
}
