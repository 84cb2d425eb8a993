import { Link } from '@tanstack/react-router';
import { useProfile } from '../kit/profile.ts';
import { CRM_ROLES, mayOpen } from '../kit/staff-roles.ts';

const LINK =
  'inline-flex h-11 items-center border-b-2 border-transparent text-sm text-ink-quiet hover:text-ink aria-[current=page]:border-teal aria-[current=page]:font-medium aria-[current=page]:text-ink';

/** Links between the pages of settings. */
export function SettingsLinks() {
  const profile = useProfile();
  return (
    <nav aria-label="Settings" className="mb-6 flex flex-wrap gap-x-6 border-b border-rule">
      {mayOpen(profile, ['admin']) && (
        <Link to="/ops/settings/studio" className={LINK}>
          Studio
        </Link>
      )}
      {mayOpen(profile, ['admin']) && (
        <Link to="/ops/settings/site" search={{}} className={LINK}>
          Site
        </Link>
      )}
      <Link to="/ops/settings/availability" className={LINK}>
        Availability
      </Link>
      {mayOpen(profile, CRM_ROLES) && (
        <Link to="/ops/settings/calendars" className={LINK}>
          Calendars
        </Link>
      )}
      {mayOpen(profile, ['admin']) && (
        <Link to="/ops/settings/tax" className={LINK}>
          Tax
        </Link>
      )}
      {mayOpen(profile, ['admin']) && (
        <Link to="/ops/settings/messages" search={{}} className={LINK}>
          Messages
        </Link>
      )}
      {mayOpen(profile, ['admin']) && (
        <Link to="/ops/settings/staff" className={LINK}>
          Staff
        </Link>
      )}
      <Link to="/ops/settings/activity" search={{}} className={LINK}>
        Activity
      </Link>
    </nav>
  );
}
