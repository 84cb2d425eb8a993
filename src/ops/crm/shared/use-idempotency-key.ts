import { useRef } from 'react';
import { randomUuid } from '#domain/uuid.ts';

/**
 * Idempotency keys of one form: the same input gets the same key until it is saved, so that a repeat
 * after a lost answer changes nothing twice.
 */
export function useIdempotencyKey() {
  const last = useRef({ input: '', key: '' });
  return {
    keyOf: (input: object): string => {
      const text = JSON.stringify(input);
      if (last.current.input !== text) last.current = { input: text, key: randomUuid() };
      return last.current.key;
    },
    /** Saved: the next input gets a new key, even if it is the same. */
    forget: () => {
      last.current = { input: '', key: '' };
    },
  };
}
