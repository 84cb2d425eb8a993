import { useState } from 'react';
import { STUDIO_PAGE_GROUPS } from '#domain/settings/registry.ts';
import { RoleGate } from '../../kit/role-gate.tsx';
import { DemoNotice } from '../own/demo-notice.tsx';
import { SettingsLinks } from '../settings-links.tsx';
import { LoadedSettings } from './loaded-settings.tsx';
import { StudioForm } from './studio-form.tsx';

const GROUP_NAMES = STUDIO_PAGE_GROUPS.map(({ name }) => name);

/** The settings of the studio, for admins (docs/product/settings.md). */
export function StudioSettingsPage() {
  const [search, setSearch] = useState('');
  return (
    <RoleGate roles={['admin']} page="The studio’s settings page">
      <div className="mx-auto max-w-5xl pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Studio</h1>
        <DemoNotice />
        <LoadedSettings groupNames={GROUP_NAMES}>
          {(rows) => (
            <StudioForm rows={rows} groupNames={GROUP_NAMES} search={search} onSearch={setSearch} />
          )}
        </LoadedSettings>
      </div>
    </RoleGate>
  );
}
