import type { Rule } from './rule.ts';

/** A setting: what its field shows, and what it may hold. */
export interface Setting {
  label: string;
  help?: string;
  /** Heading above this and the following fields; absent: as the field before. */
  section?: string;
  rule: Rule;
  default: unknown;
  /** Of a list: the name of a row, and the labels of its fields in the order of the form. */
  row?: { name: string; fields: Readonly<Record<string, string>> } | undefined;
}

/** Settings that are edited together. */
export interface SettingGroup {
  /** The part of the keys before the dot: `studio`. */
  name: string;
  title: string;
  text?: string;
  /** Whether visitors may read the values; absent: yes. */
  isPublic?: boolean;
  /** The settings by the part of their key after the dot, in the order of their fields. */
  settings: Readonly<Record<string, Setting>>;
}

type Described = Omit<Setting, 'default'>;

/** Adds the defaults to the descriptions of a group's settings. */
export function withDefaults<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
  described: { [Name in keyof Values]: Described },
): { [Name in keyof Values]: Described & { default: Values[Name] } } {
  const entries = Object.entries<Described>(described).map(([name, one]) => [
    name,
    { ...one, default: values[name] },
  ]);
  return Object.fromEntries(entries) as {
    [Name in keyof Values]: Described & { default: Values[Name] };
  };
}
