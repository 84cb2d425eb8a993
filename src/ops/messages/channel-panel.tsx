import { useQuery } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { emailWayQuery, pauseChannel } from '#data/messages/messages.ts';
import { formatMoment } from '#domain/dates.ts';
import type { ChannelState } from '#domain/messages/listed-message.ts';
import { isAsked, type EmailWay } from '#domain/messages/message-status.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatCount } from '#ui/count.ts';
import { useMinute } from '../kit/use-minute.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useRefetch } from '../kit/use-refetch.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Whether a channel sends, with a button that pauses it. */
export function ChannelPanel({ state }: { state: ChannelState }) {
  const api = useStaffApi();
  const refetch = useRefetch();
  const { backend } = useRouteContext({ from: '__root__' });
  const way = useQuery({ ...emailWayQuery(api, backend), enabled: state.channel === 'email' });
  const change = useSingleMutation({
    mutationFn: (paused: boolean) => pauseChannel(api, { channel: state.channel, paused }),
    onSuccess: () => void refetch(),
    onError: (error) => notifyFailure('This was not saved', error),
  });
  const { title, text, isQuiet } = stateText(state, way.data, useMinute().getTime());
  const isPaused = state.paused_at !== null;
  return (
    <section
      aria-label="Sending"
      className={classNames(
        'mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md px-4 py-3 text-sm',
        isQuiet ? 'border border-rule' : 'bg-amber-pale',
      )}
    >
      <p className="min-w-0 grow basis-64 text-pretty break-words">
        <span className="font-medium">{title}</span> {text}
        {state.waiting > 0 && <span className="tabular-nums"> {waitingText(state)}</span>}
      </p>
      <Button
        variant="secondary"
        size="sm"
        busy={change.isPending}
        onClick={() => change.mutate(!isPaused)}
      >
        {isPaused ? <Play aria-hidden size={16} /> : <Pause aria-hidden size={16} />}
        {state.is_refused ? 'Try now' : isPaused ? 'Send again' : 'Pause'}
      </Button>
    </section>
  );
}

const waitingText = ({ channel, waiting }: ChannelState) => {
  const noun = channel === 'email' ? 'e-mail' : 'notice';
  return waiting === 1 ? `1 ${noun} waits.` : `${formatCount(waiting)} ${noun}s wait.`;
};

interface StateText {
  title: string;
  text: string;
  isQuiet: boolean;
}

function stateText(state: ChannelState, way: EmailWay | undefined, now: number): StateText {
  const { channel, paused_at, paused_by, is_refused, problem } = state;
  if (is_refused) {
    return {
      title: 'The mail server refuses the login.',
      text: `It answers: ${problem ?? 'nothing'}. One e-mail is tried every 5 minutes.`,
      isQuiet: false,
    };
  }
  if (paused_at !== null) {
    const by = paused_by === null ? '' : `by ${paused_by} `;
    return { title: 'Paused', text: `${by}${formatMoment(paused_at)}.`, isQuiet: false };
  }
  if (channel === 'push') {
    return { title: 'Push notices are sent', text: 'to the phones of staff.', isQuiet: true };
  }
  return wayText(state, way, now);
}

function wayText(state: ChannelState, way: EmailWay | undefined, now: number): StateText {
  if (way === 'written') {
    return {
      title: 'This server sends no e-mails.',
      text: 'It writes them into a folder. Open one to read it.',
      isQuiet: true,
    };
  }
  if (way === 'waits' && !isAsked(state, now)) {
    return {
      title: 'No mail server is set up.',
      text: 'E-mails wait until the server is started with SMTP_URL. Everything else works.',
      isQuiet: false,
    };
  }
  if (state.late > 0) {
    const title = isAsked(state, now) ? 'E-mails are late.' : 'Nothing sends e-mails.';
    return { title, text: '', isQuiet: false };
  }
  return { title: 'E-mails are sent.', text: '', isQuiet: true };
}
