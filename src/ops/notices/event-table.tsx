import { Volume2 } from 'lucide-react';
import {
  EVENT_LABELS,
  isLiveEvent,
  NOTICE_EVENTS,
  type NoticeEvent,
  type NoticeSettings,
} from '#domain/messages/notice-settings.ts';
import { Button } from '#ui/button.tsx';
import { Switch } from '#ui/switch.tsx';
import { playSample } from '../live/notice-sound.ts';
import type { ChangeNotices } from './use-change-notices.ts';

const WAYS = [
  { key: 'screen', label: 'Screen', of: 'on screen' },
  { key: 'sound', label: 'Sound', of: 'with a sound' },
  { key: 'push', label: 'Devices', of: 'on devices' },
] as const;

export interface EventTableProps {
  settings: NoticeSettings;
  onChange: ChangeNotices;
}

/** A switch for each event and way to be told of it. */
export function EventTable({ settings, onChange }: EventTableProps) {
  return (
    <>
      <table aria-label="Events" className="w-full border-t border-rule text-sm">
        <thead>
          <tr className="border-b border-rule text-xs text-ink-quiet">
            <th scope="col" className="sr-only">
              Event
            </th>
            {WAYS.map(({ key, label }) => (
              <th key={key} scope="col" className="w-18 py-2 text-center font-medium sm:w-24">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {NOTICE_EVENTS.map((event) => (
            <tr key={event} className="border-b border-rule">
              <th scope="row" className="py-3 pr-2 text-left font-normal">
                {EVENT_LABELS[event]}
              </th>
              {WAYS.map(({ key, of }) => (
                <td key={key} className="text-center">
                  {key === 'push' || isLiveEvent(event) ? (
                    <Switch
                      label={`${EVENT_LABELS[event]} ${of}`}
                      checked={listOf(settings, key).includes(event)}
                      onChange={(checked) =>
                        onChange((before) => ({ [key]: withEvent(before, key, event, checked) }))
                      }
                    />
                  ) : (
                    <span className="text-xs text-ink-quiet">{key === 'screen' && 'in Today'}</span>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="quiet" size="sm" className="mt-3 -ml-3.5" onClick={playSample}>
        <Volume2 aria-hidden size={16} />
        Hear the sound
      </Button>
    </>
  );
}

type Way = (typeof WAYS)[number]['key'];

const listOf = (settings: NoticeSettings, way: Way): readonly NoticeEvent[] => settings[way];

/** The events of one way in their order, with or without this one. */
function withEvent(before: NoticeSettings, way: Way, event: NoticeEvent, checked: boolean) {
  const chosen = listOf(before, way);
  return NOTICE_EVENTS.filter((one) => (one === event ? checked : chosen.includes(one)));
}
