/** `npm run seed`: fills an empty database with the demo studio. */
import { migrate, openDatabase } from '#backend';
import { applyDemoData, demoDataRemovedAt } from '#server/demo-data.ts';
import { objectStore } from '#server/home.ts';
import { createLog } from '#server/log.ts';
import { MIGRATIONS } from '#server/schema/migrations.ts';
import { scriptArguments } from './arguments.ts';
import { withDatabase } from './database.ts';

scriptArguments('Usage: npm run seed\nFills an empty database with the demo studio.', {});

await withDatabase(async ({ env, target }) => {
  const db = await openDatabase(target);
  try {
    await migrate(db.owner, MIGRATIONS);
    const removed = await demoDataRemovedAt(db.owner);
    const done = await applyDemoData(db.owner, objectStore(env, createLog(env.LOG_LEVEL)));
    process.stdout.write(
      done
        ? 'The demo studio is in place.\n'
        : removed
          ? `This studio was started without the demo on ${removed.toISOString().slice(0, 10)}: nothing was changed. ` +
            'For another demo studio use an empty database.\n'
          : 'There are props or customers already: nothing was changed.\n',
    );
    if (!done) process.exitCode = 1;
  } finally {
    await db.close();
  }
});
