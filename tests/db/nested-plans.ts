import postgres, { type TransactionSql } from 'postgres';
import type { TestServer } from '#tests/support/postgres-server.ts';

/** A node of a plan that was run, as far as tests look at it; rows are those of one loop. */
type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
};

/** A statement that ran, whatever called it. */
export type RunStatement = { 'Query Text': string; Plan: PlanNode };

/**
 * Runs statements in a transaction of a superuser, which is rolled back, and returns the plans of all statements that ran
 * inside, those of functions and triggers too.
 * @param prepare what runs before: to become the caller, and to have plans cached
 */
export async function nestedPlans(
  server: TestServer,
  database: string,
  prepare: (sql: TransactionSql) => Promise<unknown>,
  run: (sql: TransactionSql) => Promise<unknown>,
): Promise<RunStatement[]> {
  const told: RunStatement[] = [];
  const sql = postgres({
    ...server.admin,
    database,
    max: 1,
    onnotice: ({ message = '' }) => {
      const plan = /^duration: .* plan:\n(?<json>\{.*)$/s.exec(message)?.groups?.['json'];
      if (plan !== undefined) told.push(JSON.parse(plan) as RunStatement);
    },
  });
  const end = new Error('rolled back');
  try {
    await sql.begin(async (tx) => {
      await prepare(tx);
      await tx
        .unsafe(
          `load 'auto_explain';
          set local auto_explain.log_min_duration = 0;
          set local auto_explain.log_nested_statements = on;
          set local auto_explain.log_analyze = on;
          set local auto_explain.log_timing = off;
          set local auto_explain.log_format = json;
          set local client_min_messages = log;`,
        )
        .simple();
      told.length = 0;
      await run(tx);
      throw end;
    });
  } catch (error) {
    if (error !== end) throw error;
  } finally {
    await sql.end();
  }
  return told;
}

/** The nodes of a plan, the outer ones first. */
export const nodesOf = (plan: PlanNode): PlanNode[] => [
  plan,
  ...(plan.Plans ?? []).flatMap(nodesOf),
];

/** Number of rows of stored tables that the statements read, those that a filter dropped included. */
export function rowsRead(statements: RunStatement[], table?: string): number {
  const nodes = statements.flatMap(({ Plan }) => nodesOf(Plan));
  const scans = nodes.filter(
    (node) =>
      node['Relation Name'] !== undefined &&
      node['Node Type'].endsWith(' Scan') &&
      (table === undefined || node['Relation Name'] === table),
  );
  const of = (node: PlanNode) =>
    ((node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)) *
    (node['Actual Loops'] ?? 0);
  return Math.round(scans.reduce((sum, node) => sum + of(node), 0));
}

/** Number of look-ups in an index by the statements, one for each row that led to it. */
export function lookUps(statements: RunStatement[], index: string): number {
  const nodes = statements.flatMap(({ Plan }) => nodesOf(Plan));
  const found = nodes.filter((node) => node['Index Name'] === index);
  return found.reduce((sum, node) => sum + (node['Actual Loops'] ?? 0), 0);
}
