import { useEffect, useState, type ComponentType } from 'react';
import type { RentalPickerProps } from './rental-picker.tsx';

const load = () => import('./rental-picker.tsx').catch(() => undefined);

/** Loads the range picker ahead of the press that opens it. */
export const preloadPicker = () => void load();

/** The range picker, loaded when it is first opened. */
export function LazyPicker(props: RentalPickerProps) {
  const [Picker, setPicker] = useState<ComponentType<RentalPickerProps>>();
  const { open } = props;
  useEffect(() => {
    if (open) void load().then((late) => late && setPicker(() => late.RentalPicker));
  }, [open]);
  return Picker && <Picker {...props} />;
}
