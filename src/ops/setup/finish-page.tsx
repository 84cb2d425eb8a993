import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { dashboardQuery } from '#data/desk/dashboard.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { settingsQuery } from '#data/settings/settings.ts';
import { finishSetup } from '#data/settings/setup.ts';
import { SETUP_STEPS, type SetupState, type SetupStep } from '#domain/setup/setup-state.ts';
import { SETUP_TITLES } from '#domain/setup/setup-steps.ts';
import { KNOWN_SETTINGS } from '#domain/settings/known-settings.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { counted } from '#ui/count.ts';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';
import { SETTING_GROUP_NAMES } from './settings-step.tsx';

/** The last page: what is there, what is left, and the way to the storefront. */
export function FinishPage({ state }: { state: SetupState }) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const finish = useSingleMutation({
    mutationFn: () => finishSetup(api),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: staffKeys.setup });
      notify.success('Set-up finished');
      await navigate({ to: '/ops/dashboard' });
    },
    onError: (error) => notifyFailure('The set-up could not be finished', error),
  });
  return (
    <div className="mt-1 max-w-2xl">
      <Summary />
      <ul aria-label="Steps and their state" className="mt-4 border-t border-rule text-sm">
        {SETUP_STEPS.map((step) => (
          <StepState key={step} step={step} state={state} />
        ))}
      </ul>
      <Examples />
      <h3 className="mt-6 text-sm font-semibold">What to do next</h3>
      <ul className="mt-2 space-y-1 text-sm">
        <li>
          <Link to="/ops/settings/staff" className={TEXT_LINK}>
            Invite staff
          </Link>{' '}
          by a link; each person has a role.
        </li>
        <li>
          <Link to="/ops/settings/availability" className={TEXT_LINK}>
            Say what visitors see of availability
          </Link>
          , closed days and turnaround.
        </li>
        <li>
          <Link to="/ops/settings/site" className={TEXT_LINK}>
            Change texts and pictures of the site
          </Link>
          ; colour and policy figures are in the{' '}
          <Link to="/ops/settings/studio" className={TEXT_LINK}>
            studio’s settings
          </Link>
          .
        </li>
      </ul>
      <div className="mt-6 flex flex-wrap gap-2 border-t border-rule py-4">
        {!state.finished && (
          <Button busy={finish.isPending} onClick={() => finish.mutate(undefined)}>
            Finish set-up
          </Button>
        )}
        <a href="/" target="_blank" className={buttonClass({ variant: 'secondary' })}>
          <ExternalLink aria-hidden size={16} />
          Open the storefront
        </a>
        <Link
          to="/ops/setup"
          search={{ step: 'items' }}
          className={buttonClass({ variant: 'quiet' })}
        >
          Back
        </Link>
      </div>
    </div>
  );
}

const TEXT_LINK = 'text-teal underline underline-offset-4';

/** Number of items that visitors see. */
function Summary() {
  const { data } = useQuery(dashboardQuery(useStaffApi()));
  if (!data) return <p className="min-h-[1.4em] text-sm" />;
  const active = Object.values(data.inventory).reduce((total, kind) => total + kind.active, 0);
  return (
    <p className="max-w-prose text-sm text-ink-quiet">
      {active > 0
        ? `The storefront shows ${counted(active, 'item', 'items')}.`
        : 'The storefront has no items yet: visitors read how to reach you.'}
    </p>
  );
}

function StepState({ step, state }: { step: SetupStep; state: SetupState }) {
  const isDone = state.done.includes(step);
  const word = isDone ? 'done' : state.skipped.includes(step) ? 'skipped' : 'open';
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-rule">
      <span className="min-w-0 grow">{SETUP_TITLES[step]}</span>
      <span className={isDone ? 'text-green' : 'text-ink-quiet'}>{word}</span>
      <Link
        to="/ops/setup"
        search={{ step }}
        aria-label={`${isDone ? 'Change' : 'Do it now'}: ${SETUP_TITLES[step]}`}
        className={buttonClass({ variant: 'quiet', size: 'sm' })}
      >
        {isDone ? 'Change' : 'Do it now'}
      </Link>
    </li>
  );
}

/** Settings whose example value fits no studio. */
const EXAMPLES = [
  'studio.name',
  'studio.short_name',
  'studio.tagline',
  'studio.address_lines',
  'studio.city',
  'studio.postal_code',
  'studio.email',
  'studio.phone',
  'studio.whatsapp',
  'studio.projects_url',
  'studio.work_brands',
  'studio.work_images',
  'studio.work_videos',
  'studio.chat_brand_name',
  'studio.chat_message',
];

/** Names the settings that still have the example's value. */
function Examples() {
  const { data } = useQuery(settingsQuery(useStaffApi(), SETTING_GROUP_NAMES));
  if (!data) return null;
  const own = new Set(data.filter(({ value }) => value !== null).map(({ key }) => key));
  const labels = EXAMPLES.flatMap((key) =>
    own.has(key) ? [] : (KNOWN_SETTINGS.get(key)?.label ?? []),
  );
  if (labels.length === 0) return null;
  return (
    <p className="mt-4 rounded-md bg-amber-pale px-4 py-3 text-sm">
      The site still shows example values for: {labels.join(', ')}.{' '}
      <Link to="/ops/settings/studio" className="underline underline-offset-4">
        Change them in the settings
      </Link>
      .
    </p>
  );
}
