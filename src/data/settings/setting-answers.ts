import * as z from 'zod/mini';
import { optionalText, text } from '#domain/shape.ts';
import { availabilitySettings } from '#domain/settings/availability-settings.ts';
import { setupState } from '#domain/setup/setup-state.ts';
import type { Answers } from '../core/answer-call.ts';

/** A setting as admins see it. */
const settingRow = z.object({
  key: text,
  /** The published value; null: the default. */
  value: z.unknown(),
  /** The value to be published; null with `has_draft`: the default. */
  draft: z.unknown(),
  has_draft: z.boolean(),
  /** ISO; null when the database has nothing of it. */
  updated_at: optionalText,
  updated_by_name: optionalText,
});
export type SettingRow = z.output<typeof settingRow>;

/** A save of published values. */
const loggedChange = z.object({
  /** uuid */
  change_id: text,
  /** ISO. */
  at: text,
  by_name: optionalText,
  undone: z.boolean(),
  /** Null: the default. */
  changes: z.array(z.object({ key: text, was: z.unknown(), became: z.unknown() })),
});
export type LoggedChange = z.output<typeof loggedChange>;

const rows = z.array(settingRow);

/** Answers of the database functions of settings. */
export const SETTING_ANSWERS = {
  settings: rows,
  change_settings: rows,
  discard_drafts: rows,
  undo_setting_change: rows,
  setting_history: z.array(loggedChange),
  availability_settings: availabilitySettings,
  change_availability_settings: availabilitySettings,
  setup_state: setupState,
  make_preview: z.object({ token: text, expires_at: text }),
} satisfies Answers;
