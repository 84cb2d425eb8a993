import { readFileSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

export interface Failure {
  /** The test with the groups around it; the file's name where no single test failed. */
  name: string;
  /** The first line of the error. */
  reason: string;
}

export interface FileReport {
  /** Project of the runner's configuration. */
  project: string;
  /** Absolute path. */
  file: string;
  passed: number;
  failures: Failure[];
}

/** A run of a test runner, as its reporter wrote it. */
export interface Report {
  files: FileReport[];
  /** Errors that belong to no file: a worker that died, a failed setup, an unhandled rejection. */
  errors: string[];
}

/** The environment variable that names the file for the report; without it, none is written. */
export const REPORT_FILE = 'TEST_REPORT';

/** The first line of an error, without the colours of a terminal. */
export const firstLine = (error: { message?: string | undefined } | undefined): string =>
  stripVTControlCharacters(error?.message ?? '').split('\n', 1)[0] ?? '';

/** Collects a run's results by file, and writes them to the file that REPORT_FILE names. */
export class ReportWriter {
  readonly #files = new Map<string, FileReport>();
  readonly #errors: string[] = [];

  /** The results of a file in a project. */
  of(project: string, file: string): FileReport {
    const key = `${project} ${file}`;
    const known = this.#files.get(key) ?? { project, file, passed: 0, failures: [] };
    this.#files.set(key, known);
    return known;
  }

  addError(error: { message?: string | undefined }): void {
    this.#errors.push(firstLine(error));
  }

  write(): void {
    const path = process.env[REPORT_FILE];
    const report: Report = { files: [...this.#files.values()], errors: this.#errors };
    if (path) writeFileSync(path, JSON.stringify(report));
  }
}

/** @throws Where the runner wrote no report. */
export const readReport = (path: string): Report =>
  JSON.parse(readFileSync(path, 'utf8')) as Report;
