import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { settingsQuery } from '#data/settings.ts';
import { STUDIO_PAGE_GROUPS } from '#domain/settings/registry.ts';
import { LoadingSkeleton } from '../../shell/loading-skeleton.tsx';
import { ReadFailure } from '../../shell/read-failure.tsx';
import { RoleGate } from '../../shell/role-gate.tsx';
import { useStaffApi } from '../../use-staff-api.ts';
import { DemoNotice } from '../own/demo-notice.tsx';
import { SettingsLinks } from '../settings-links.tsx';
import { StudioForm } from './studio-form.tsx';

const GROUP_NAMES = STUDIO_PAGE_GROUPS.map(({ name }) => name);

/** The settings of the studio, for admins (docs/product/settings.md). */
export function StudioSettingsPage() {
  return (
    <RoleGate roles={['admin']} page="The studio’s settings page">
      <div className="mx-auto max-w-5xl pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Studio</h1>
        <DemoNotice />
        <StudioSettings />
      </div>
    </RoleGate>
  );
}

function StudioSettings() {
  const [search, setSearch] = useState('');
  const read = useQuery(settingsQuery(useStaffApi(), GROUP_NAMES));
  if (read.data) {
    const version = read.data.map(({ key, updated_at }) => `${key} ${updated_at}`).join();
    return (
      <StudioForm
        key={version}
        rows={read.data}
        groupNames={GROUP_NAMES}
        search={search}
        onSearch={setSearch}
      />
    );
  }
  if (read.isError) {
    return <ReadFailure level={2} title="The settings could not be loaded" read={read} />;
  }
  return (
    <LoadingSkeleton
      blocks={['h-11 w-full', 'h-64 w-full', 'h-64 w-full']}
      className="mt-6 space-y-6"
    />
  );
}
