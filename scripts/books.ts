/**
 * `npm run books -- verify`: recomputes the hashes of all issued documents and checks numbers, dates and sums, papers
 * against those that they correct, and the balances of orders. Exit code 1 when something is wrong.
 */
import { openPool } from '#backend';
import { refuseArguments, scriptArguments } from './arguments.ts';
import { withDatabase } from './database.ts';
import { verifyBooks } from './verify-books.ts';
import { verifyOrders } from './verify-orders.ts';

const USAGE = `Usage: npm run books -- verify
Checks all issued quotes, invoices, credit notes and vouchers, and what listed orders owe; changes nothing.`;

const { positionals } = scriptArguments(USAGE, {}, 1);
if (positionals[0] !== 'verify') refuseArguments(USAGE);

await withDatabase(async ({ target }) => {
  const owner = openPool(target, { max: 1, name: 'studio-books' });
  try {
    // why one snapshot: a document that is issued meanwhile is there with its series, or not at all.
    const { documents, problems } = await owner.begin(
      'isolation level repeatable read read only',
      async (sql) => {
        const books = await verifyBooks(sql);
        return { ...books, problems: [...books.problems, ...(await verifyOrders(sql))] };
      },
    );
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    process.stdout.write(`${documents} documents checked, ${problems.length} problems found.\n`);
    if (problems.length > 0) process.exitCode = 1;
  } finally {
    await owner.end();
  }
});
