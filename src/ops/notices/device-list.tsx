import { useQueryClient } from '@tanstack/react-query';
import type { PushedDevice } from '#data/messages/notice-answers.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { removeDevice } from '#data/messages/notices.ts';
import { formatMoment } from '#domain/dates.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** The devices that get the user's notices. */
export function DeviceList({ devices }: { devices: readonly PushedDevice[] }) {
  const api = useStaffApi();
  const queryClient = useQueryClient();
  const removal = useSingleMutation<void, PushedDevice>({
    mutationFn: ({ id }) => removeDevice(api, id),
    onSuccess: (_done, { device }) => notify.success(`${device} gets no more notices`),
    onError: (error) => notifyFailure('The device was not removed', error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffKeys.notices }),
  });
  return (
    <ul aria-label="Your devices" className="border-t border-rule">
      {devices.map((device) => (
        <li
          key={device.id}
          className="flex min-h-14 items-center gap-3 border-b border-rule py-2 text-sm"
        >
          <div className="min-w-0 grow">
            <p className="break-words">{device.device}</p>
            <p className="text-xs text-ink-quiet">
              {device.last_ok
                ? `Last notice ${formatMoment(device.last_ok)}`
                : `No notice yet · since ${formatMoment(device.created_at)}`}
            </p>
          </div>
          <Button
            variant="danger"
            size="sm"
            aria-label={`Remove ${device.device}`}
            onClick={() => removal.mutate(device)}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  );
}
