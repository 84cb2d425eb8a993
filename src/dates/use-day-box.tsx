import { ChevronDown } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type ComponentType,
  type FocusEvent,
  type KeyboardEvent,
} from 'react';
import { addMonths } from '#domain/availability/month.ts';
import { readNearDate, typedDateText } from '#domain/availability/typed-date.ts';
import { addDays, type StudioDate } from '#domain/days.ts';
import type { DayPickerProps } from './day-picker.tsx';
import { useStudioToday } from './use-studio-today.ts';

export interface DayBoxOptions {
  /** Name of the day, over its months. */
  title: string;
  /** `YYYY-MM-DD`; '' for none. */
  value: string;
  /** Gets the new day, '' for none. */
  onValue: (day: string) => void;
  /** The months end here, arrows stop, and a day that is typed without its year is within. */
  min?: StudioDate | undefined;
  max?: StudioDate | undefined;
  disabled?: boolean | undefined;
  /** A day was typed to the last digit of its year. */
  onWhole?: (() => void) | undefined;
}

/** Message about a text that is no day. */
export const NO_DAY = 'Type it like 14 Nov or 14/11';

/** A year stands in the text, so that no more is to come. */
const HAS_YEAR = /\D\d{4}$|^\d{4}\D|^\d{8}$/;
const ENDS_IN_YEAR = /\D\d{4}$|^\d{8}$/;

/**
 * A day in words, `14 Nov 2026`, that is typed in any of the ways of `readNearDate`, moved by arrows (a day) and Page
 * Up and Page Down (a month), or chosen in the months, which Alt+Down opens. A typed day counts once its year is
 * there, and with Enter or when the field is left; a text that is no day stays, and counts as none.
 */
export function useDayBox(options: DayBoxOptions) {
  const { title, value, onValue, min, max, disabled, onWhole } = options;
  const today = useStudioToday();
  /** The text while it is being typed, and after that while it is no day. */
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const isWhole = useRef(false);
  // why after the render: the field that is left finishes with the text it has by then.
  useEffect(() => {
    if (!isWhole.current) return;
    isWhole.current = false;
    onWhole?.();
  });
  const read = (text: string) => (text.trim() === '' ? '' : readNearDate(text, limits));
  const limits = { today, ...(min && { min }), ...(max && { max }) };
  const isWrong = typed !== null && isLeft && value === '';
  const give = (day: string) => {
    if (day !== value) onValue(day);
  };
  const finish = () => {
    if (typed === null) return;
    const day = read(typed);
    if (day !== null) setTyped(null);
    give(day ?? '');
  };
  const move = (to: (day: StudioDate) => StudioDate) => {
    const now = (typed === null ? value : read(typed)) || null;
    const next = now === null ? today : to(now);
    setTyped(null);
    give(min && next < min ? min : max && next > max ? max : next);
  };
  const onKeyDownCapture = (event: KeyboardEvent) => {
    if (event.key === 'Enter') finish();
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    if (step === 'months') setOpen(true);
    else move(step);
  };
  return {
    isWrong,
    /** For its `<input>`. why capture: Enter counts before it sends the form, also where a form listens itself. */
    input: {
      autoComplete: 'off',
      disabled,
      value: typed === null || (isLeft && value !== '') ? typedDateText(value) : typed,
      onChange: ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
        setTyped(target.value);
        setLeft(false);
        const day = read(target.value);
        if (day === null || (day !== '' && !HAS_YEAR.test(target.value))) return;
        give(day);
        const isKey = nativeEvent instanceof InputEvent && nativeEvent.inputType === 'insertText';
        isWhole.current = isKey && ENDS_IN_YEAR.test(target.value);
      },
      onKeyDownCapture,
      // why: what is typed replaces the day, also where another field handed the focus on.
      onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
      onBlur: () => {
        finish();
        setLeft(true);
      },
    },
    /** The button that shows the months; beside the input. */
    months: (
      <>
        <button
          type="button"
          aria-label="Show months"
          // why not in the name: the field alone has the field's name.
          // oxlint-disable-next-line jsx-a11y/role-supports-aria-props -- why: ARIA 1.3 has it for every role
          aria-description={title}
          aria-haspopup="dialog"
          disabled={disabled}
          onClick={() => setOpen(true)}
          onPointerEnter={preload}
          onFocus={preload}
          className="grid h-full min-w-9 grow items-center justify-items-end rounded-sm pr-2.5 text-ink-quiet hover:text-ink disabled:invisible"
        >
          <ChevronDown aria-hidden size={16} />
        </button>
        <LatePicker
          open={isOpen}
          onClose={() => setOpen(false)}
          title={title}
          day={value || null}
          min={min}
          max={max}
          onDay={(day) => {
            setTyped(null);
            give(day);
          }}
        />
      </>
    ),
  };
}

/** Where a key moves the day to, `months` for the key that shows them; null for any other. */
function stepOf(event: KeyboardEvent): ((day: StudioDate) => StudioDate) | 'months' | null {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
  if (ctrlKey || metaKey || shiftKey) return null;
  if (altKey) return key === 'ArrowDown' ? 'months' : null;
  if (key === 'ArrowUp') return (day) => addDays(day, 1);
  if (key === 'ArrowDown') return (day) => addDays(day, -1);
  if (key === 'PageUp') return (day) => addMonths(day, 1);
  return key === 'PageDown' ? (day) => addMonths(day, -1) : null;
}

const load = () => import('./day-picker.tsx').catch(() => undefined);
const preload = () => void load();

/** The months, loaded when somebody reaches for them. */
function LatePicker(props: DayPickerProps) {
  const [Picker, setPicker] = useState<ComponentType<DayPickerProps>>();
  const { open } = props;
  useEffect(() => {
    if (open) void load().then((late) => late && setPicker(() => late.DayPicker));
  }, [open]);
  return Picker && <Picker {...props} />;
}
