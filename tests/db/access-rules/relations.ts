import { PRIVATE_RELATIONS } from './private.ts';
import { PUBLIC_RELATIONS } from './public.ts';
import type { Rule } from './rule.ts';

/** Every table and view of the product with every column. The matrix fails on one that is missing. */
export const RELATIONS: Record<string, Rule> = { ...PUBLIC_RELATIONS, ...PRIVATE_RELATIONS };
