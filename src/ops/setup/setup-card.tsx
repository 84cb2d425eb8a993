import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { finishSetup, reopenSetup, setupQuery } from '#data/settings/setup.ts';
import { SETUP_STEPS, type SetupState } from '#domain/setup/setup-state.ts';
import { openPage, setupProgress, SETUP_TITLES } from '#domain/setup/setup-steps.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useProfile } from '../kit/profile.ts';
import { mayOpen } from '../kit/staff-roles.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** On an admin's dashboard, what is left of the set-up, until it is finished or dismissed. */
export function SetupCard() {
  const isAdmin = mayOpen(useProfile(), ['admin']);
  const { data } = useQuery({ ...setupQuery(useStaffApi()), enabled: isAdmin });
  return data && !data.finished ? <Card state={data} /> : null;
}

function Card({ state }: { state: SetupState }) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const refetch = async () => queryClient.invalidateQueries({ queryKey: staffKeys.setup });
  const undo = () =>
    void reopenSetup(api).then(refetch, (error: Error) =>
      notifyFailure('The set-up could not be shown again', error),
    );
  const dismiss = useSingleMutation({
    mutationFn: () => finishSetup(api),
    onSuccess: async () => {
      await refetch();
      notify.success('Set-up dismissed', {
        description: 'It stays at /ops/setup.',
        action: { label: 'Undo', onClick: undo },
      });
    },
    onError: (error) => notifyFailure('The set-up could not be dismissed', error),
  });
  const next = openPage(state);
  const done = state.done.length;
  return (
    <section
      aria-labelledby="setup-card"
      className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-lg border border-teal bg-teal-pale p-5"
    >
      <div className="min-w-0 grow basis-60">
        <h2 id="setup-card" className="text-base font-semibold">
          Set up your studio
        </h2>
        <p className="mt-0.5 text-sm text-ink-quiet">
          {setupProgress(state)}. Next: {SETUP_TITLES[next]}
        </p>
        <progress
          aria-label="Set-up"
          max={SETUP_STEPS.length}
          value={done}
          className="mt-2 block h-1.5 w-full max-w-xs appearance-none overflow-hidden rounded-full bg-surface accent-teal [&::-webkit-progress-bar]:bg-surface [&::-webkit-progress-value]:bg-teal [&::-moz-progress-bar]:bg-teal"
        />
      </div>
      <div className="flex flex-wrap gap-2">
        <Link to="/ops/setup" search={{ step: next }} className={buttonClass({ size: 'sm' })}>
          {done > 0 || state.skipped.length > 0 ? 'Continue set-up' : 'Start set-up'}
        </Link>
        <Button
          variant="quiet"
          size="sm"
          busy={dismiss.isPending}
          onClick={() => dismiss.mutate(undefined)}
        >
          Dismiss
        </Button>
      </div>
    </section>
  );
}
