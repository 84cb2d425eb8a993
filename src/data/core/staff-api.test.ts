import { afterEach, expect, it, vi } from 'vitest';
import { staffApi } from './staff-api.ts';

afterEach(() => vi.unstubAllGlobals());

it('sends a heartbeat on the live connection every 30 s', async () => {
  vi.stubGlobal('window', {});
  const config = { url: null, anonKey: 'public', chatScriptUrl: null };
  const api = staffApi({ config, origin: 'http://localhost' });
  await api.auth.stopAutoRefresh();
  expect(api.realtime.heartbeatIntervalMs).toBe(30_000);
});
