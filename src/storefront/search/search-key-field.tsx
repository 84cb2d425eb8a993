import { useSyncExternalStore } from 'react';
import { hasSingleKeys, SINGLE_KEYS } from '#ui/single-keys.ts';
import { SwitchField } from '#ui/switch-field.tsx';

const subscribe = (listener: () => void) => {
  addEventListener('storage', listener);
  return () => removeEventListener('storage', listener);
};

/** Switches the key `/` off on this device, which speech input presses by mistake (WCAG 2.1.4). */
export function SearchKeyField() {
  const isOn = useSyncExternalStore(subscribe, hasSingleKeys, () => true);
  const choose = (on: boolean) => {
    localStorage.setItem(SINGLE_KEYS, on ? 'on' : 'off');
    // why: the browser tells other tabs only.
    dispatchEvent(new Event('storage'));
  };
  return (
    <div className="noscript:hidden pointer-coarse:hidden">
      <SwitchField
        label="Search key"
        hint="Press / on any page to search. Off, it only types, on this device."
        checked={isOn}
        onChange={choose}
      />
    </div>
  );
}
