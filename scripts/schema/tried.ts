import type { TransactionSql } from 'postgres';

/** Runs something in a savepoint, and undoes what it did to the database. */
export async function tried<T>(
  tx: TransactionSql,
  run: (sql: TransactionSql) => Promise<T>,
): Promise<T> {
  const undo = new Error('undo');
  const results: T[] = [];
  try {
    await tx.savepoint(async (sql) => {
      results.push(await run(sql));
      throw undo;
    });
  } catch (error) {
    if (error !== undo) throw error;
  }
  return results[0]!;
}
