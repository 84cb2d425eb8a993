import { useQuery } from '@tanstack/react-query';
import { availabilitySettingsQuery } from '#data/settings/availability-settings.ts';
import { AllActivityLink } from '../kit/all-activity-link.tsx';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { useProfile } from '../kit/profile.ts';
import { ReadFailure } from '../kit/read-failure.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { INVENTORY_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { SettingsLinks } from './settings-links.tsx';
import { SettingsForm } from './settings-form.tsx';

/**
 * The settings of availability: what visitors see, turnaround, closed days. Admins change them, other
 * staff read them (docs/product/availability.md).
 */
export function AvailabilityPage() {
  return (
    <RoleGate roles={INVENTORY_ROLES} page="Availability">
      <div className="mx-auto max-w-2xl pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Availability</h1>
        <Settings />
      </div>
    </RoleGate>
  );
}

function Settings() {
  const read = useQuery(availabilitySettingsQuery(useStaffApi()));
  const mayChange = useProfile()?.role === 'admin';
  if (read.data) {
    // why the key: without edits, readers see another admin's change at once.
    const key = mayChange ? 'form' : read.data.updated_at;
    return (
      <>
        <SettingsForm key={key} settings={read.data} mayChange={mayChange} />
        {mayChange && <AllActivityLink search={{ about: 'availability:availability' }} />}
      </>
    );
  }
  if (read.isError) {
    return <ReadFailure level={2} title="The settings could not be loaded" read={read} />;
  }
  return (
    <LoadingSkeleton
      blocks={['h-40 w-full', 'h-40 w-full', 'h-40 w-full']}
      className="mt-6 space-y-6"
    />
  );
}
