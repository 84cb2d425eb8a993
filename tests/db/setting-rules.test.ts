import { expect, test } from 'vitest';
import { SETTING_GROUPS } from '#domain/settings/registry.ts';
import { RULE_CASES } from '#domain/settings/rules/rule-cases.ts';
import type { SettingGroup } from '#domain/settings/rules/setting-group.ts';
import { useDatabase } from '#tests/support/database.ts';

const home = useDatabase();

test('database and app know the same settings with the same rules', async () => {
  const known = await home.db.owner`
    select key, group_name, rule, is_public from private.setting_rules order by key collate "C"`;
  const groups: readonly SettingGroup[] = SETTING_GROUPS;
  const registered = groups.flatMap(({ name, settings, isPublic = true }) =>
    Object.entries(settings).map(([key, { rule }]) => ({
      key: `${name}.${key}`,
      group_name: name,
      rule,
      is_public: isPublic,
    })),
  );
  expect([...known]).toEqual(registered.toSorted((one, other) => (one.key < other.key ? -1 : 1)));
});

test('the defaults that the database reads are those of the app', async () => {
  const known = await home.db.owner<{ key: string; value: unknown }[]>`
    select key, default_value as value from private.setting_rules where default_value is not null`;
  const groups: readonly SettingGroup[] = SETTING_GROUPS;
  const defaults = new Map(
    groups.flatMap(({ name, settings }) =>
      Object.entries(settings).map(([key, one]) => [`${name}.${key}`, one.default]),
    ),
  );
  expect(known.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['studio.name', 'identity.gstin', 'documents.invoice_prefix']),
  );
  expect(known.map(({ key }) => ({ key, value: defaults.get(key) }))).toEqual([...known]);
});

test('the database finds the same problems as the app', async () => {
  const given = RULE_CASES.map(({ rule, value }) => ({ rule, value }));
  const found = await home.db.owner<{ problem: string | null }[]>`
    select private.setting_problem(given.value -> 'rule', given.value -> 'value') as problem
    from jsonb_array_elements(${JSON.stringify(given)}::text::jsonb) with ordinality as given (value, place)
    order by given.place`;
  expect(found.map(({ problem }, at) => ({ ...RULE_CASES[at], problem }))).toEqual(RULE_CASES);
});

test('an unknown type of rule is an error', async () => {
  await expect(
    home.db.owner`select private.setting_problem('{"type": "anything"}', '1')`,
  ).rejects.toThrow('Unknown type of a rule: anything.');
});
