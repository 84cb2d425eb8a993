import { queryOptions } from '@tanstack/react-query';
import type { InventoryLookup, LookupSource } from '#domain/inventory/inventory-kind.ts';
import { retryOnce } from './list.ts';
import { dataOf, Failure } from './failure.ts';
import { staffKeys } from './query-keys/staff.ts';
import { isDuplicateInsert } from './write-outcome.ts';
import type { StaffApi } from './staff-api.ts';

/** Most rows of one read, whoever asks. */
const READ = 1000;

/** One value that an item can refer to. */
export interface LookupOption {
  id: string;
  slug: string;
  label: string;
}

/** Everything that a lookup offers, in the order of its names. */
export function lookupQuery(api: StaffApi, { source }: InventoryLookup) {
  if ('options' in source) {
    const options = source.options.map(({ value, label }) => ({ id: value, slug: value, label }));
    return queryOptions({
      queryKey: staffKeys.lookupOptions(options),
      queryFn: (): readonly LookupOption[] => options,
      initialData: options,
    });
  }
  return queryOptions({
    queryKey: staffKeys.lookupOptions(source.table),
    staleTime: 60_000,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<readonly LookupOption[]> => {
      const options: LookupOption[] = [];
      for (;;) {
        const part = dataOf(
          await api
            .from(source.table)
            .select(`id,slug,label:${source.column}`)
            .order((source.order ?? source.column) as never)
            .order(source.column as never)
            .order('id')
            .range(options.length, options.length + READ - 1)
            .abortSignal(signal)
            .overrideTypes<LookupOption[], { merge: false }>(),
        );
        options.push(...part);
        if (part.length < READ) return options;
      }
    },
  });
}

/** One value of a list. */
export interface LookupValue {
  id: string;
  label: string;
  /** The swatch as CSS reads it, `#c0392b`; null without one, or for many colors. */
  hex: string | null;
  /** How many items of all kinds have it. */
  used: number;
}

/** Where a value is in use. */
export interface LookupUse {
  /** 'Props' */
  plural: string;
  count: number;
  /** The first three. */
  names: string[];
}

/** What is written of a value; `hex` only where the list has swatches. */
export interface LookupEntry {
  label: string;
  hex?: string | null;
}

/** All values of a list with how many items use each, in the order of their names. */
export function lookupValuesQuery(api: StaffApi, { table }: LookupSource) {
  return queryOptions({
    queryKey: staffKeys.lookupValues(table),
    staleTime: 0,
    retry: retryOnce,
    queryFn: async ({ signal }): Promise<LookupValue[]> =>
      dataOf(
        await api.rpc('lookup_values', { list: table }).abortSignal(signal),
      ) as unknown as LookupValue[],
  });
}

/**
 * Adds a value to a list under an id that its form made up; sent again with that id, because the first
 * answer was lost, it is the same value, with the name as it is now.
 * @throws {Failure} 409 when its name is there
 */
export async function addLookupValue(
  api: StaffApi,
  source: LookupSource,
  id: string,
  entry: LookupEntry,
): Promise<void> {
  const { label, ...more } = entry;
  const row = { id, [source.column]: label, ...more };
  const answer = await api.from(source.table).insert(row as never);
  if (isDuplicateInsert(answer, source.table)) await changeLookupValue(api, source, id, entry);
  else dataOf(answer);
}

/** Changes a value of a list. @throws {Failure} 409 when the name is there, 404 when it is gone */
export async function changeLookupValue(
  api: StaffApi,
  { table, column }: LookupSource,
  id: string,
  { label, ...more }: LookupEntry,
): Promise<void> {
  const renamed = dataOf(
    await api
      .from(table)
      .update({ [column]: label, ...more } as never)
      .eq('id', id)
      .select('id'),
  );
  if (renamed.length === 0) throw new Failure('It is no longer there.', { status: 404 });
}

/**
 * Removes a value that no item uses; otherwise answers where it is in use.
 * @throws {Failure}
 */
export async function removeLookupValue(
  api: StaffApi,
  { table }: LookupSource,
  id: string,
): Promise<LookupUse[]> {
  const answer = await api.rpc('remove_lookup_value', { list: table, id });
  if (answer.error && answer.status === 409) {
    // why: the function's own answer; the database tests hold it to this shape.
    return (JSON.parse(answer.error.details) as { uses: LookupUse[] }).uses;
  }
  dataOf(answer);
  return [];
}
