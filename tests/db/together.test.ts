import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { broadcastRights } from '#backend/realtime/changes.ts';
import { CALLERS, useStudio } from './studio.ts';

const studio = useStudio();

test.each(CALLERS.filter((caller) => caller !== 'service_role'))(
  '%s hears and tells who has a record open only as staff of the CRM, and nothing of other topics',
  async (caller) => {
    const may = caller === 'crm_user' || caller === 'admin';
    const claims = { ...studio.who(caller), aal: 'aal1' };
    const { role } = claims;
    const asked = (topic: string) =>
      broadcastRights(studio.db.requests, { role, claims, address: '' }, topic);
    expect(await asked(`record:${randomUUID()}`)).toEqual({ hear: may, send: may });
    expect(await asked('studio')).toEqual({ hear: false, send: false });
    expect(await asked('xrecord:1')).toEqual({ hear: false, send: false });
  },
);
