import { useQuery } from '@tanstack/react-query';
import { taxClassesQuery } from '#data/documents/documents.ts';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { RoleGate } from '../../kit/role-gate.tsx';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { SettingsLinks } from '../settings-links.tsx';
import { SettingsSection } from '../settings-section.tsx';
import { KindTaxes } from './kind-taxes.tsx';
import { TaxClassList } from './tax-class-list.tsx';

/** The tax classes, and the class of each kind of items. */
export function TaxPage() {
  return (
    <RoleGate roles={['admin']} page="Tax">
      <div className="mx-auto max-w-2xl pt-2">
        <SettingsLinks />
        <h1 className="text-xl font-semibold">Tax</h1>
        <Taxes />
      </div>
    </RoleGate>
  );
}

function Taxes() {
  const read = useQuery(taxClassesQuery(useStaffApi()));
  if (!read.data) {
    return read.isError ? (
      <ReadFailure level={2} title="The tax classes could not be loaded" read={read} />
    ) : (
      <LoadingSkeleton blocks={['h-40 w-full', 'h-64 w-full']} className="mt-6 space-y-6" />
    );
  }
  return (
    <div className="divide-y divide-rule">
      <SettingsSection
        title="Tax classes"
        text="SAC, rate and place of supply of a line. Ask your chartered accountant which apply. A change is for new lines: documents that were issued, and the lines of drafts, keep theirs."
      >
        <TaxClassList classes={read.data.classes} />
      </SettingsSection>
      <SettingsSection
        title="Class of each kind"
        text="New lines of quotes and invoices start with it; each line can have another one. The rate of text lines and charges is the studio’s GST rate: the cart and estimates have it too."
      >
        <KindTaxes taxes={read.data} />
      </SettingsSection>
    </div>
  );
}
