import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import { demoStudioQuery } from '#data/settings/own-studio.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { useProfile } from '../../kit/profile.ts';
import { useStoredPreference } from '../../kit/use-stored-preference.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';

/** On the dashboard of an admin, until this browser dismisses it. */
export function DashboardDemoNotice() {
  const [dismissed, setDismissed] = useStoredPreference('ops-demo-notice');
  if (useProfile()?.role !== 'admin' || dismissed) return null;
  return <DemoNotice onDismiss={() => setDismissed('dismissed')} />;
}

/** Says that this is the demo studio, and leads to the page that removes it; nothing without demo data. */
export function DemoNotice({ onDismiss }: { onDismiss?: () => void }) {
  const { data } = useQuery(demoStudioQuery(useStaffApi(), false));
  if (!data) return null;
  return (
    <section
      aria-label="Demo studio"
      className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-rule bg-teal-pale px-5 py-4 text-sm"
    >
      <p className="min-w-0 grow basis-72 text-pretty">
        <span className="font-semibold">This is the demo studio.</span> Try everything. When you are
        ready, remove it and begin with your own items.
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Link to="/ops/settings/own" className={buttonClass({ size: 'sm' })}>
          Start with my own studio
        </Link>
        {onDismiss && (
          <Button variant="quiet" size="sm" iconOnly aria-label="Dismiss" onClick={onDismiss}>
            <X aria-hidden size={18} />
          </Button>
        )}
      </div>
    </section>
  );
}
