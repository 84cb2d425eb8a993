import { SINGLE_KEYS } from '#ui/single-keys.ts';
import { SwitchField } from '#ui/switch-field.tsx';
import { useStoredPreference } from '../kit/use-stored-preference.ts';

/** Switches the shortcuts of single keys off, which speech input presses by mistake; for this device. */
export function SingleKeysField() {
  const [chosen, choose] = useStoredPreference(SINGLE_KEYS);
  return (
    <SwitchField
      label="Single-key shortcuts"
      hint="g, j, k, ?, [ and ]. Off, they do nothing on this device; those with Ctrl stay."
      checked={chosen !== 'off'}
      onChange={(on) => choose(on ? 'on' : 'off')}
    />
  );
}
