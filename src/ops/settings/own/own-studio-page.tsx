import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { demoStudioQuery } from '#data/settings/own-studio.ts';
import { buttonClass } from '#ui/button.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { RoleGate } from '../../kit/role-gate.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { SettingsLinks } from '../settings-links.tsx';
import { OwnStudioForm } from './own-studio-form.tsx';

/** Removes the demo data, so that a studio begins with its own; for admins (docs/product/settings.md). */
export function OwnStudioPage() {
  return (
    <RoleGate roles={['admin']} page="This page">
      <div className="mx-auto max-w-2xl pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Start with my own studio</h1>
        <OwnStudio />
      </div>
    </RoleGate>
  );
}

function OwnStudio() {
  const read = useQuery(demoStudioQuery(useStaffApi(), true));
  if (read.data) return <OwnStudioForm demo={read.data} recount={() => read.refetch()} />;
  if (read.data === null) {
    return (
      <>
        <p className="mt-4 text-sm">There is no demo data in this studio.</p>
        <Link
          to="/ops/dashboard"
          className={`mt-4 ${buttonClass({ variant: 'secondary', size: 'sm' })}`}
        >
          Back to the dashboard
        </Link>
      </>
    );
  }
  if (read.isError) {
    return <ReadFailure level={2} title="The demo data could not be counted" read={read} />;
  }
  return (
    <LoadingSkeleton
      blocks={['h-16 w-full', 'h-72 w-full', 'h-32 w-full']}
      className="mt-6 space-y-6"
    />
  );
}
