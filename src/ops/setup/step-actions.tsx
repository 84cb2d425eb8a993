import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { skipSetupStep } from '#data/settings/setup.ts';
import type { SetupState, SetupStep } from '#domain/setup/setup-state.ts';
import { pageBeside } from '#domain/setup/setup-steps.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

export interface StepProps {
  page: SetupStep;
  state: SetupState;
  /** Opens the next page. */
  onNext: () => void;
}

/** The bar below a step: its own button, skip, and back. */
export function StepActions({
  page,
  state,
  onNext,
  children,
}: StepProps & { children: ReactNode }) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const before = pageBeside(page, -1);
  const isOpen = !state.done.includes(page);
  const skip = useSingleMutation({
    mutationFn: () => skipSetupStep(api, page),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: staffKeys.setup });
      onNext();
    },
    onError: (error) => notifyFailure('The step could not be skipped', error),
  });
  return (
    <div
      data-action-bar
      className="sticky bottom-(--bottom-bar) z-10 mt-6 flex flex-wrap items-center gap-2 border-t border-rule bg-paper py-4"
    >
      {children}
      {isOpen && (
        <Button variant="secondary" busy={skip.isPending} onClick={() => skip.mutate(undefined)}>
          Skip for now
        </Button>
      )}
      {before && (
        <Link
          to="/ops/setup"
          search={{ step: before }}
          className={buttonClass({ variant: 'quiet' })}
        >
          Back
        </Link>
      )}
    </div>
  );
}
