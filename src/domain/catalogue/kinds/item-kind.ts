import * as z from 'zod/mini';
import { ITEM_KINDS } from './kind.ts';

/**
 * Of {@link ITEM_KINDS}.
 * why not beside them: they are in every first load, and schemas are not.
 */
export const itemKind = z.enum(ITEM_KINDS);
