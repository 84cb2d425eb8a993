import { useRef } from 'react';
import { randomUuid } from '#domain/uuid.ts';
import { useDraft } from './drafts.ts';

/** Idempotency keys of a form. */
export interface IdempotencyKeys {
  /** The key of an input that is sent. */
  keyOf: (input: object) => string;
  /** Saved: the next input gets a new key, even if it is the same. */
  forget: () => void;
}

/**
 * Idempotency keys of one form: the same input gets the same key until it is saved, so that a repeat
 * after a lost answer changes nothing twice.
 */
export function useIdempotencyKey(): IdempotencyKeys {
  const last = useRef({ input: '', key: '' });
  return {
    keyOf: (input) => {
      const text = JSON.stringify(input);
      if (last.current.input !== text) last.current = { input: text, key: randomUuid() };
      return last.current.key;
    },
    forget: () => {
      last.current = { input: '', key: '' };
    },
  };
}

/**
 * The same for a form with a draft: the key survives as long as the draft, so that a repeat after a
 * reload changes nothing twice either.
 * @param name of the draft, as in `useDraft`
 */
export function useStoredIdempotencyKey(name: string): IdempotencyKeys {
  const [last, save] = useDraft<{ input: string; key: string }>(`${name}:key`);
  return {
    keyOf: (input) => {
      const text = JSON.stringify(input);
      const next = last?.input === text ? last : { input: text, key: randomUuid() };
      save(next);
      return next.key;
    },
    forget: () => save(null),
  };
}
