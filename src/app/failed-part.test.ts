import { createElement, Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { logFailedParts } from './failed-part.ts';

const pageOf = (Part: () => string) =>
  createElement(Suspense, { fallback: 'loading' }, createElement(Part));

test('the log has the cause of a part that fails to render, and nothing of a whole page', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const cause = new Error('no such field');
  const whole = pageOf(() => 'all of it');
  logFailedParts(renderToString(whole), whole, '/about');
  expect(log).not.toHaveBeenCalled();

  const broken = pageOf(() => {
    throw cause;
  });
  logFailedParts(renderToString(broken), broken, '/about');
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith('The cause, in /about:', cause));
  expect(log).toHaveBeenCalledWith('A part of /about failed to render.');
  log.mockRestore();
});
