import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { OwnNotices } from '#data/messages/notice-answers.ts';
import { noticesQuery } from '#data/messages/notices.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { CRM_ROLES } from '../kit/staff-roles.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { DeviceList } from './device-list.tsx';
import { EventTable } from './event-table.tsx';
import { QuietHours } from './quiet-hours.tsx';
import { ThisDevice } from './this-device.tsx';
import { useChangeNotices } from './use-change-notices.ts';

/** The user's notices: of which events, in which way, and on which devices. */
export function NoticesPage() {
  return (
    <RoleGate roles={CRM_ROLES} page="Notices">
      <div className="mx-auto max-w-2xl pt-6">
        <h1 className="text-xl font-semibold">Notices</h1>
        <p className="mt-1 text-sm text-ink-quiet">
          What you are told of. It is your own choice, and saved at once.
        </p>
        <Notices />
      </div>
    </RoleGate>
  );
}

function Notices() {
  const read = useQuery(noticesQuery(useStaffApi()));
  if (read.isPending) {
    return (
      <LoadingSkeleton
        blocks={['h-80 w-full', 'h-24 w-full', 'h-24 w-full']}
        className="mt-6 space-y-6"
      />
    );
  }
  if (!read.data) {
    return <ReadFailure level={2} title="Your notices could not be loaded" read={read} />;
  }
  return <LoadedNotices own={read.data} />;
}

function LoadedNotices({ own }: { own: OwnNotices }) {
  const [settings, change] = useChangeNotices(own.settings);
  const { devices } = own;
  return (
    <div className="divide-y divide-rule">
      <NoticesSection title="This device">
        <ThisDevice own={own} />
      </NoticesSection>
      <NoticesSection
        title="Events"
        text="On screen: while the back office is open. Devices: also while it is closed."
      >
        <EventTable settings={settings} onChange={change} />
      </NoticesSection>
      <NoticesSection
        title="Quiet hours"
        text="No sound, and nothing on your devices. What came meanwhile and is still open arrives when they end."
      >
        <QuietHours settings={settings} onChange={change} />
      </NoticesSection>
      {devices.length > 0 && (
        <NoticesSection
          title="Your devices"
          text="A device is left out once you sign out there, or have not opened the back office there for some days."
        >
          <DeviceList devices={devices} />
        </NoticesSection>
      )}
    </div>
  );
}

interface NoticesSectionProps {
  title: string;
  text?: string;
  children: ReactNode;
}

/** A part of the page of notices. */
function NoticesSection({ title, text, children }: NoticesSectionProps) {
  return (
    <section aria-label={title} className="py-6">
      <h2 className="text-base font-semibold">{title}</h2>
      {text && <p className="mt-1 text-sm text-ink-quiet">{text}</p>}
      <div className="mt-3">{children}</div>
    </section>
  );
}
