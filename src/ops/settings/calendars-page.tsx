import { LinksInUse } from '../links/links-in-use.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { CRM_ROLES } from '../kit/staff-roles.ts';
import { MakeLinks } from './make-links.tsx';
import { SettingsLinks } from './settings-links.tsx';
import { SettingsSection } from './settings-section.tsx';

/** Links that open without signing in: calendars for a calendar app, and day sheets of crew members. */
export function CalendarsPage() {
  return (
    <RoleGate roles={CRM_ROLES} page="Calendars">
      <div className="mx-auto max-w-2xl pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Calendars</h1>
        <p className="mt-1 text-sm text-ink-quiet">
          A calendar app reads bookings from a secret address. Give it to one person only and revoke
          it when they leave: it opens without signing in. Mobile numbers and e-mail addresses are
          left out.
        </p>
        <MakeLinks />
        <SettingsSection
          title="Links in use"
          text="An address is shown once, when it is made. Revoking it cannot be undone."
        >
          <LinksInUse />
        </SettingsSection>
      </div>
    </RoleGate>
  );
}
