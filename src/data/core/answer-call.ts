import type * as z from 'zod/mini';
import type { Answer } from './answer-data.ts';
import type { Database, Json } from '../types.gen.ts';
import { parseAnswer } from './parse-answer.ts';

type Functions = Database['public']['Functions'];

/** The schema of each function's answer, by the function's name. */
export type Answers = { readonly [Name in keyof Functions]?: z.ZodMiniType };

/**
 * A function's arguments. Where the database takes jsonb, anything that JSON can hold will do.
 */
export type Arguments<Name extends keyof Functions> = {
  [Key in keyof Functions[Name]['Args']]: Json extends Functions[Name]['Args'][Key]
    ? unknown
    : Functions[Name]['Args'][Key];
};

interface Call extends PromiseLike<Answer<unknown>> {
  abortSignal(signal: AbortSignal): PromiseLike<Answer<unknown>>;
}

/** Any client that can call functions: the visitors' or the staff's. */
export interface FunctionClient {
  rpc(name: string, args: object): Call;
}

/**
 * Calls a database function and parses its answer.
 * @param schemas of the answers, by function
 * @throws {Failure} as {@link parseAnswer}
 */
export async function callFunction<
  Name extends keyof Functions,
  Schemas extends Readonly<Record<Name, z.ZodMiniType>>,
>(
  client: FunctionClient,
  schemas: Schemas,
  name: Name,
  args: Arguments<Name>,
  signal?: AbortSignal,
): Promise<z.output<Schemas[Name]>> {
  const call = client.rpc(name, args);
  return parseAnswer(name, schemas[name], await (signal ? call.abortSignal(signal) : call));
}
