import { safeParse, type $ZodType, type $ZodTypes } from 'zod/v4/core';

/**
 * The parts of a schema for which none of the answers has a value: null, missing, or in a list that is
 * always empty. An answer's wrong shape would go unnoticed there.
 * @returns paths such as `.items[].slug`
 */
export function unfilledParts(schema: $ZodType, values: readonly unknown[], path = ''): string[] {
  const filled = values.filter((value) => value !== null && value !== undefined);
  const { _zod: internals } = schema as $ZodTypes;
  const { def } = internals;
  switch (def.type) {
    case 'nullable':
    case 'optional':
      return unfilledParts(def.innerType, filled, path);
    case 'array':
      return unfilledParts(def.element, filled.flat(), `${path}[]`);
    case 'record':
      return unfilledParts(
        def.valueType,
        filled.flatMap((value) => Object.values(value)),
        `${path}{}`,
      );
    case 'object':
      return Object.entries(def.shape).flatMap(([key, part]) =>
        unfilledParts(
          part,
          filled.map((value) => (value as Record<string, unknown>)[key]),
          `${path}.${key}`,
        ),
      );
    case 'union':
      return def.options.flatMap((option) =>
        unfilledParts(
          option,
          filled.filter((value) => safeParse(option, value).success),
          path,
        ),
      );
    case 'unknown':
    case 'null':
      return [];
    default:
      return filled.length > 0 ? [] : [path];
  }
}
