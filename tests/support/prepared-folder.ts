import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { copyPrepared } from './prepared-data.ts';
import { SCRATCH } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the data folder that the tests of a run copy. */
    preparedFolder: string;
  }
}

/** Vitest's global setup: where the prepared data folder is made, and that it is removed. */
export function setup(project: TestProject): () => void {
  const folder = join(SCRATCH, `studio-prepared-${process.pid}`);
  project.provide('preparedFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Fills a data folder with an embedded database that has all migrations and no studio yet. */
export const fillPrepared = (dataDir: string): Promise<void> =>
  copyPrepared(inject('preparedFolder'), dataDir);
