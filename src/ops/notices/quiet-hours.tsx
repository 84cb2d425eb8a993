import { useState } from 'react';
import type { NoticeSettings } from '#domain/messages/notice-settings.ts';
import { TextField } from '#ui/field.tsx';
import { SwitchField } from '#ui/switch-field.tsx';
import type { ChangeNotices } from './use-change-notices.ts';

const USUAL = { quiet_from: '22:00', quiet_to: '07:00' };

export interface QuietHoursProps {
  settings: NoticeSettings;
  onChange: ChangeNotices;
}

/** Hours in which the user is not disturbed. */
export function QuietHours({ settings, onChange }: QuietHoursProps) {
  const { quiet_from, quiet_to } = settings;
  const isOn = quiet_from !== null && quiet_to !== null;
  return (
    <>
      <SwitchField
        label="Quiet hours"
        hint={isOn ? 'Time of the studio (India).' : 'Off: you are told at any time.'}
        checked={isOn}
        onChange={(checked) =>
          onChange(() => (checked ? USUAL : { quiet_from: null, quiet_to: null }))
        }
      />
      {isOn && <Hours from={quiet_from} to={quiet_to} onChange={onChange} />}
    </>
  );
}

interface HoursProps {
  from: string;
  to: string;
  onChange: ChangeNotices;
}

function Hours({ from, to, onChange }: HoursProps) {
  const [typed, setTyped] = useState({ from, to });
  const isSame = typed.from === typed.to;
  const save = () => {
    if (!typed.from || !typed.to || isSame) return;
    if (typed.from === from && typed.to === to) return;
    onChange(() => ({ quiet_from: typed.from, quiet_to: typed.to }));
  };
  const field = (name: 'from' | 'to', label: string, error?: string) => (
    <TextField
      type="time"
      label={label}
      value={typed[name]}
      error={typed[name] ? error : 'Please enter a time'}
      onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
      // why not with each change: half of a time would be saved.
      onBlur={save}
      className="w-36"
    />
  );
  return (
    <div className="mt-3 flex flex-wrap gap-4">
      {field('from', 'From')}
      {field('to', 'Until', isSame ? 'Another time than the first' : undefined)}
    </div>
  );
}
