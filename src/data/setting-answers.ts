import * as z from 'zod/mini';
import { SETUP_STEPS, type SetupState } from '#domain/setup/setup-state.ts';
import type { Answers } from './answer-call.ts';
import type { Fields, Schema } from './answer-schema.ts';
import type { LoggedChange, SettingRow } from './settings.ts';

const text = z.string();
const optionalText = z.nullable(text);

const row: Schema<SettingRow> = z.object({
  key: text,
  value: z.unknown(),
  draft: z.unknown(),
  has_draft: z.boolean(),
  updated_at: optionalText,
  updated_by_name: optionalText,
} satisfies Fields<SettingRow>);
const rows = z.array(row);

const logged: Schema<LoggedChange> = z.object({
  change_id: text,
  at: text,
  by_name: optionalText,
  undone: z.boolean(),
  changes: z.array(
    z.object({ key: text, was: z.unknown(), became: z.unknown() } satisfies Fields<
      LoggedChange['changes'][number]
    >),
  ),
} satisfies Fields<LoggedChange>);

const step = z.enum(SETUP_STEPS);
const setup: Schema<SetupState> = z.object({
  done: z.array(step),
  skipped: z.array(step),
  finished: z.boolean(),
} satisfies Fields<SetupState>);

/** Answers of the database functions of settings. */
export const SETTING_ANSWERS = {
  settings: rows,
  change_settings: rows,
  publish_settings: rows,
  discard_drafts: rows,
  undo_setting_change: rows,
  setting_history: z.array(logged),
  setup_state: setup,
  make_preview: z.object({ token: text, expires_at: text }),
} satisfies Answers;
