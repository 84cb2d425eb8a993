/**
 * `npm run pictures -- removed|restore …`: lists and restores pictures that were removed or
 * overwritten within the last day.
 */
import { openDatabase, putBack, type RemovedObject, removedObjects, StartError } from '#backend';
import { refuseArguments, scriptArguments } from './arguments.ts';
import { withDatabase } from './database.ts';

const USAGE = `Usage: npm run pictures -- COMMAND
  removed             what was removed or overwritten within the last day
  restore NAME …      puts these back, named as the list names them
  restore --all       puts everything back
A picture whose name is in use again stays removed.`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const nameOf = ({ bucket, name }: RemovedObject) => `${bucket}/${name}`;

/** The latest removal of each given name. @throws StartError for an unknown name. */
function findAll(removed: RemovedObject[], names: string[]): RemovedObject[] {
  return [...new Set(names)].map((wanted) => {
    const found = removed.find((each) => nameOf(each) === wanted);
    if (found) return found;
    throw new StartError(`Nothing named ${wanted} was removed within the last day.`);
  });
}

const { values, positionals } = scriptArguments(USAGE, { all: { type: 'boolean' } }, Infinity);
const [verb, ...names] = positionals;
const isKnown = verb === 'removed' ? names.length === 0 && !values.all : verb === 'restore';
const saysWhich = verb !== 'restore' || names.length > 0 !== Boolean(values.all);
if (!isKnown || !saysWhich) refuseArguments(USAGE);

await withDatabase(async ({ target }) => {
  const db = await openDatabase(target);
  try {
    const removed = await removedObjects(db.owner);
    if (verb === 'removed') {
      for (const each of removed) say(`${each.removed_at.toISOString()}  ${nameOf(each)}`);
      say(`${removed.length} removed within the last day.`);
      return;
    }
    const wanted = values.all ? removed : findAll(removed, names);
    const back = new Set(
      await putBack(
        db.owner,
        wanted.map(({ key }) => key),
      ),
    );
    for (const each of wanted) {
      say(`${back.has(each.key) ? 'Back' : 'Stays removed, the name is in use'}: ${nameOf(each)}`);
    }
    if (back.size < wanted.length) process.exitCode = 1;
  } finally {
    await db.close();
  }
});
