import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { customerQuery } from '#data/crm/customers.ts';
import type { CustomerRecord } from '#domain/crm/customer.ts';
import { customerName } from '#domain/crm/crm-text.ts';
import { formatDay, formatMoment } from '#domain/dates.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { PageMessage } from '#ui/page-message.tsx';
import { LoadingSkeleton } from '../../kit/loading-skeleton.tsx';
import { ReadFailure } from '../../kit/read-failure.tsx';
import { StaleNotice } from '../../kit/stale-notice.tsx';
import { AllActivityLink } from '../../kit/all-activity-link.tsx';
import { Timeline } from '../shared/timeline.tsx';
import { useDraft } from '../../kit/drafts.ts';
import { useFailureNotice } from '../../kit/failure-notice.ts';
import { useProfile } from '../../kit/profile.ts';
import { RoleGate } from '../../kit/role-gate.tsx';
import { CRM_ROLES } from '../../kit/staff-roles.ts';
import { useStaffApi } from '../../kit/use-staff-api.ts';
import { CustomerIdentity } from './customer-identity.tsx';
import { CustomerMessages } from './customer-messages.tsx';
import { CustomerEnquiries, CustomerOrders } from './customer-rentals.tsx';
import { EraseCustomer } from './erase-customer.tsx';
import { LikelyDuplicates } from '../duplicates/likely-duplicates.tsx';
import type { CustomerDraft } from './edit-customer-form.tsx';
import { MergeBanners } from './merge-banners.tsx';
import { MergeSheet } from './merge-sheet.tsx';
import { CustomerSection } from './customer-section.tsx';
import { NoteForm } from '../shared/note-form.tsx';
import { Note } from '../shared/note.tsx';
import { RecordMessages } from '../../messages/record-messages.tsx';

export interface CustomerPageProps {
  number: string;
  /** Number of the customer that this one is compared with, to merge both; null: with none. */
  compare: string | null;
  onCompare: (number: string | null) => void;
}

/** One customer: identity, notes, messages, enquiries, orders, e-mails and activity. */
export function CustomerPage(props: CustomerPageProps) {
  return (
    <RoleGate roles={CRM_ROLES} page="The customer page">
      {/* why: resets the form state when the customer changes. */}
      <Customer key={props.number} {...props} />
    </RoleGate>
  );
}

function Customer({ number, ...comparison }: CustomerPageProps) {
  const read = useQuery(customerQuery(useStaffApi(), number));
  useFailureNotice('Error loading customers', {
    error: read.data ? null : read.error,
    errorUpdatedAt: read.errorUpdatedAt,
  });
  if (read.data?.merged_into) {
    return <MergedCustomer number={number} into={read.data.merged_into.customer_number} />;
  }
  if (read.data) {
    return (
      <>
        {read.isError && (
          <StaleNotice since={read.dataUpdatedAt} onRetry={() => void read.refetch()} />
        )}
        <CustomerDetails customer={read.data} {...comparison} />
      </>
    );
  }
  if (read.isPending) return <CustomerSkeleton />;
  if (read.isError) {
    return <ReadFailure title="The customer could not be loaded" read={read} />;
  }
  return (
    <PageMessage
      title="There is no customer with this number"
      text="It may have been removed, or the address is mistyped."
    />
  );
}

interface CustomerDetailsProps extends Omit<CustomerPageProps, 'number'> {
  customer: CustomerRecord;
}

function CustomerDetails({ customer, compare, onCompare }: CustomerDetailsProps) {
  const admin = useProfile()?.role === 'admin';
  const [isFinding, setFinding] = useState(false);
  const [, setEdit] = useDraft<CustomerDraft>(`edit-customer:${customer.customer_number}`);
  const [merges, setMerges] = useState(0);
  const isErased = customer.erased_at !== null;
  return (
    <>
      <p className="pt-4 text-sm">
        <Link
          to="/ops/crm"
          search={{ tab: 'leads' }}
          preload={false}
          className="inline-flex min-h-11 items-center gap-1 text-ink-quiet hover:text-ink hover:underline sm:min-h-6"
        >
          <ChevronLeft aria-hidden size={16} />
          Leads
        </Link>
      </p>
      <header className="flex flex-wrap items-baseline gap-x-3 pt-1">
        <h1 className="min-w-0 text-xl font-semibold break-words">{customerName(customer)}</h1>
        <p className="text-sm text-ink-quiet tabular-nums">
          {customer.customer_number} · since {formatDay(customer.created_at)}
        </p>
        {customer.erased_at && (
          <Badge>Personal data erased, {formatMoment(customer.erased_at)}</Badge>
        )}
      </header>
      <MergeBanners customer={customer} />
      <LikelyDuplicates customer={customer} onCompare={onCompare} />
      <div className="mt-6 grid gap-x-12 gap-y-8 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <div className="min-w-0 space-y-8">
          <CustomerIdentity key={merges} customer={customer} onMerge={onCompare} />
          <CustomerNotes customer={customer} />
        </div>
        <div className="min-w-0 space-y-8">
          {customer.messages_total > 0 && <CustomerMessages customer={customer} />}
          <CustomerEnquiries customer={customer} />
          <CustomerOrders customer={customer} />
          <CustomerEmails customer={customer.id} />
          <CustomerSection title="Activity">
            <Timeline events={customer.timeline} />
            <AllActivityLink search={{ about: `customer:${customer.id}` }} />
          </CustomerSection>
          {!isErased && (
            <div className="flex flex-wrap items-center gap-x-4 border-t border-rule pt-4">
              <Button
                variant="quiet"
                size="sm"
                className="-ml-3.5"
                onClick={() => setFinding(true)}
              >
                Merge with another customer
              </Button>
              {admin && <EraseCustomer customer={customer} />}
            </div>
          )}
        </div>
      </div>
      <MergeSheet
        customer={customer}
        open={isFinding || compare !== null}
        other={compare}
        onOther={(other) => {
          setFinding(true);
          onCompare(other);
        }}
        onMerged={() => {
          // why: an edit that was begun before is based on details that the merge may have changed.
          setEdit(null);
          setMerges((now) => now + 1);
        }}
        onClose={() => {
          setFinding(false);
          if (compare !== null) onCompare(null);
        }}
      />
    </>
  );
}

/** The page of a customer who was merged into another one. */
function MergedCustomer({ number, into }: { number: string; into: string }) {
  return (
    <PageMessage
      title={`${number} was merged into ${into}`}
      text="All enquiries, orders, messages and notes are there. A recent merge can be undone there too."
      action={
        <Link
          to="/ops/customers/$number"
          params={{ number: into }}
          preload={false}
          className={buttonClass({ variant: 'secondary', size: 'sm' })}
        >
          Open {into}
        </Link>
      }
    />
  );
}

function CustomerSkeleton() {
  return (
    <LoadingSkeleton
      blocks={['h-7 w-56', 'h-40 w-full max-w-xs', 'h-40 w-full']}
      className="space-y-4 pt-6"
    />
  );
}

/** Staff notes on a customer and on their enquiries and orders, with a form for a new one. */
function CustomerNotes({ customer }: { customer: CustomerRecord }) {
  return (
    <CustomerSection title="Staff notes" count={customer.notes.length}>
      {!customer.erased_at && (
        <NoteForm number={customer.customer_number} about={{ customer_id: customer.id }} />
      )}
      <ul className="divide-y divide-rule">
        {customer.notes.map((note) => (
          <Note key={note.id} note={note} />
        ))}
      </ul>
    </CustomerSection>
  );
}

/** The e-mails to a customer, by their id. why a button: the page itself is one request. */
function CustomerEmails({ customer }: { customer: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <CustomerSection
      title="E-mails"
      action={
        <Button variant="quiet" size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide e-mails' : 'Show e-mails'}
        </Button>
      }
    >
      {isOpen && <RecordMessages record={customer} />}
    </CustomerSection>
  );
}
