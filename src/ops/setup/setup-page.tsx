import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { setupQuery } from '#data/settings/setup.ts';
import type { SetupState } from '#domain/setup/setup-state.ts';
import {
  openPage,
  pageBeside,
  pageNamed,
  setupProgress,
  SETUP_TITLES,
  type SetupPageName,
} from '#domain/setup/setup-steps.ts';
import { LoadingSkeleton } from '../kit/loading-skeleton.tsx';
import { ReadFailure } from '../kit/read-failure.tsx';
import { RoleGate } from '../kit/role-gate.tsx';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { CategoriesStep } from './categories-step.tsx';
import { ContactStep } from './contact-step.tsx';
import { FinishPage } from './finish-page.tsx';
import { GstStep } from './gst-step.tsx';
import { ItemsStep } from './items-step.tsx';
import { NameStep } from './name-step.tsx';
import { SetupLinks } from './setup-links.tsx';
import type { StepProps } from './step-actions.tsx';

export interface SetupPageProps {
  /** `step` of the address. */
  step: string | undefined;
}

/** The guided set-up of a new studio, for admins (docs/product/settings.md#first-start). */
export function SetupPage({ step }: SetupPageProps) {
  return (
    <RoleGate roles={['admin']} page="The set-up">
      <div className="mx-auto max-w-5xl pt-6">
        <h1 className="text-xl font-semibold">Set up your studio</h1>
        <Setup page={pageNamed(step)} />
      </div>
    </RoleGate>
  );
}

function Setup({ page }: { page: SetupPageName | null }) {
  const read = useQuery(setupQuery(useStaffApi()));
  if (read.data && page) return <Page state={read.data} page={page} />;
  if (read.data) return <Navigate to="/ops/setup" search={{ step: openPage(read.data) }} replace />;
  if (read.isError) {
    return <ReadFailure level={2} title="The set-up could not be loaded" read={read} />;
  }
  return (
    <LoadingSkeleton
      blocks={['h-11 w-full', 'h-64 w-full', 'h-11 w-full']}
      className="mt-6 space-y-6"
    />
  );
}

function Page({ state, page }: { state: SetupState; page: SetupPageName }) {
  const navigate = useNavigate();
  const heading = useFocusOnChange(page);
  const next = pageBeside(page, 1);
  const onNext = () => {
    if (next) void navigate({ to: '/ops/setup', search: { step: next } });
  };
  return (
    <>
      <p role="status" className="mt-1 text-sm text-ink-quiet">
        {setupProgress(state)}. Every step is saved at once; you can stop and continue later, also
        on another device.
      </p>
      <SetupLinks state={state} page={page} />
      <section aria-labelledby="setup-page" className="mt-6">
        <h2
          id="setup-page"
          ref={heading}
          tabIndex={-1}
          className="text-lg font-semibold outline-none"
        >
          {SETUP_TITLES[page]}
        </h2>
        {page === 'finish' ? (
          <FinishPage state={state} />
        ) : (
          <Step key={page} page={page} state={state} onNext={onNext} />
        )}
      </section>
    </>
  );
}

const STEPS = {
  name: NameStep,
  contact: ContactStep,
  gst: GstStep,
  categories: CategoriesStep,
  items: ItemsStep,
};

function Step(props: StepProps) {
  const Shown = STEPS[props.page];
  return <Shown {...props} />;
}

/** Focuses the heading when the page changes, so that screen readers announce it. */
function useFocusOnChange(page: SetupPageName) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current !== page) heading.current?.focus();
    shown.current = page;
  }, [page]);
  return heading;
}
