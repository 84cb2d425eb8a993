import { describe, expect, it } from 'vitest';
import { splitRouteTree } from './route-tree.ts';

/** A small tree in the form that Start generates for the browser. */
const TREE = `import { Route as rootRouteImport } from './../routes/__root.tsx'
import { Route as SiteRouteImport } from './../routes/_site.tsx'
import { Route as OpsRouteRouteImport } from './../routes/ops/route.tsx'
import { Route as OpsCrmRouteImport } from './../routes/ops/crm.tsx'

const SiteRoute = SiteRouteImport.update({
            id: '/_site',getParentRoute: () => rootRouteImport
          })
const OpsRouteRoute = OpsRouteRouteImport.update({
            id: '/ops',path: '/ops',getParentRoute: () => rootRouteImport
          })
const OpsCrmRoute = OpsCrmRouteImport.update({
            id: '/crm',path: '/crm',getParentRoute: () => OpsRouteRoute
          })

const OpsRouteRouteChildren = {
  OpsCrmRoute: OpsCrmRoute
}

const OpsRouteRouteWithChildren = OpsRouteRoute._addFileChildren(OpsRouteRouteChildren)

const rootRouteChildren = {
  OpsRouteRoute: OpsRouteRouteWithChildren,SiteRoute: SiteRoute
}
export const routeTree = rootRouteImport._addFileChildren(rootRouteChildren)`;

describe('the browser’s route tree', () => {
  it('has no route of the back office', () => {
    const { storefront } = splitRouteTree(TREE);
    expect(storefront).not.toMatch(/ops/i);
    expect(storefront).toMatch(/const rootRouteChildren = \{\s+SiteRoute: SiteRoute\s+\}/);
    expect(storefront).toContain('export const routeTree =');
  });

  it('has the routes of the back office in a part that adds them', () => {
    const { ops } = splitRouteTree(TREE);
    expect(ops).not.toContain('Site');
    expect(ops).toContain("from './../routes/__root.tsx'");
    expect(ops).toContain("from './../routes/ops/crm.tsx'");
    expect(ops).toMatch(/addFileChildren\(\[\.\.\.rootRouteImport\.children, OpsRouteRouteWithC/);
  });

  it('is refused in another form, instead of sending all routes to visitors', () => {
    expect(() => splitRouteTree(TREE.replaceAll('Ops', 'Staff'))).toThrow('cannot be split');
    const renamed = TREE.replace('OpsRouteRoute: OpsRouteRouteWithChildren', 'OpsRouteRoute');
    expect(() => splitRouteTree(renamed)).toThrow('cannot be split');
  });
});
