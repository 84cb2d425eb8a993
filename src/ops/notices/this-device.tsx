import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing, Send } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { PushedDevice, OwnNotices } from '#data/messages/notice-answers.ts';
import { removeDevice, sendTestNotice } from '#data/messages/notices.ts';
import { staffKeys } from '#data/core/query-keys/staff.ts';
import { Button } from '#ui/button.tsx';
import { notify } from '#ui/toast.tsx';
import {
  currentSubscription,
  forgetDevice,
  pushSupport,
  turnOnDevice,
} from '../live/push-device.ts';
import { notifyFailure } from '../kit/failure-notice.ts';
import { useProfile } from '../kit/profile.ts';
import { useSingleMutation } from '../kit/use-single-mutation.ts';
import { useStaffApi } from '../kit/use-staff-api.ts';

/** Whether this browser gets notices, with the button for it, or why it cannot. */
export function ThisDevice({ own }: { own: OwnNotices }) {
  const support = pushSupport();
  if (support === 'needs-app') {
    return (
      <Note>
        An iPhone or iPad shows notices of the installed app only. In Safari, open Share, select
        “Add to Home Screen”, and open the back office from there.
      </Note>
    );
  }
  if (support === 'unsupported') {
    return <Note>This browser cannot show notices while the back office is closed.</Note>;
  }
  if (own.key === null) {
    return <Note>Notices on devices are switched off for this site.</Note>;
  }
  return <Supported devices={own.devices} publicKey={own.key} />;
}

interface SupportedProps {
  devices: readonly PushedDevice[];
  publicKey: string;
}

function Supported({ devices, publicKey }: SupportedProps) {
  const api = useStaffApi();
  const userId = useProfile()?.id ?? '';
  const queryClient = useQueryClient();
  const [permission, setPermission] = useState(Notification.permission);
  const local = useQuery({
    queryKey: staffKeys.thisDevice,
    queryFn: async () => (await currentSubscription())?.endpoint ?? null,
    staleTime: 0,
  });
  const here = devices.find(({ endpoint }) => endpoint === local.data);
  const refresh = () => {
    setPermission(Notification.permission);
    return queryClient.invalidateQueries({ queryKey: staffKeys.notices });
  };
  const turningOn = useSingleMutation<void, void>({
    mutationFn: () => turnOnDevice(api, userId, publicKey),
    onSuccess: () => notify.success('This device gets your notices'),
    onError: (error) => {
      if (Notification.permission === 'granted') notifyFailure('Notices are not on', error);
    },
    onSettled: refresh,
  });
  const turningOff = useSingleMutation<void, string>({
    mutationFn: async (id) => {
      await removeDevice(api, id);
      await forgetDevice();
    },
    onError: (error) => notifyFailure('Notices are still on', error),
    onSettled: refresh,
  });
  const test = useSingleMutation<void, string>({
    mutationFn: (id) => sendTestNotice(api, id),
    onSuccess: () =>
      notify.success('A test notice is on its way', {
        description:
          'It arrives within a few seconds. Nothing? Look at the settings of this device.',
      }),
    onError: (error) => notifyFailure('The test notice was not sent', error),
  });
  if (permission === 'denied') {
    return (
      <Note>
        This browser blocks notices of this site. Press the icon to the left of the address, open
        the permissions, allow notifications, and reload the page.
      </Note>
    );
  }
  if (!here) {
    return (
      <>
        <Note>Off. You hear of news on this device only while the back office is open.</Note>
        <Button
          className="mt-3"
          busy={turningOn.isPending || local.isPending}
          onClick={() => turningOn.mutate()}
        >
          <BellRing aria-hidden size={16} />
          Turn on notices
        </Button>
      </>
    );
  }
  return (
    <>
      <Note>On. A locked screen shows a number and a first name, nothing else.</Note>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" busy={test.isPending} onClick={() => test.mutate(here.id)}>
          <Send aria-hidden size={16} />
          Send a test notice
        </Button>
        <Button
          variant="quiet"
          busy={turningOff.isPending}
          onClick={() => turningOff.mutate(here.id)}
        >
          <BellOff aria-hidden size={16} />
          Turn off
        </Button>
      </div>
    </>
  );
}

const Note = ({ children }: { children: ReactNode }) => (
  <p role="status" className="text-sm text-ink-quiet">
    {children}
  </p>
);
