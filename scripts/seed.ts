/** `npm run seed`: fills an empty database with the demo studio. */
import { migrate, openDatabase } from '#backend';
import { applyDemoData } from '#server/demo-data.ts';
import { objectStore } from '#server/home.ts';
import { createLog } from '#server/log.ts';
import { MIGRATIONS } from '#server/migrations.ts';
import { scriptArguments } from './arguments.ts';
import { withDatabase } from './database.ts';

scriptArguments('Usage: npm run seed\nFills an empty database with the demo studio.', {});

await withDatabase(async ({ env, target }) => {
  const db = await openDatabase(target);
  try {
    await migrate(db.owner, MIGRATIONS);
    const done = await applyDemoData(db.owner, objectStore(env, createLog(env.LOG_LEVEL)));
    process.stdout.write(
      done
        ? 'The demo studio is in place.\n'
        : 'There are props or customers already: nothing was changed.\n',
    );
    if (!done) process.exitCode = 1;
  } finally {
    await db.close();
  }
});
