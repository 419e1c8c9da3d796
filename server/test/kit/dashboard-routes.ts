import { readdir, readFile } from 'node:fs/promises';
import type { Kind, Things } from './things.ts';

const PLACES = new URL('../../../web/dashboard/', import.meta.url);

/** Every address of the dashboard by its place, as the values of the places have it: `/payments/links/:id`. */
export async function dashboardRoutes(): Promise<ReadonlyMap<string, readonly string[]>> {
  const folders = await readdir(PLACES, { withFileTypes: true });
  const routes = new Map<string, readonly string[]>();
  for (const { name } of folders.filter((one) => one.isDirectory())) {
    const source = await readFile(new URL(`${name}/place.ts`, PLACES), 'utf8').catch(() => null);
    if (source === null) continue;
    const [, place = ''] = /^ {2}path: '([^']*)'/m.exec(source) ?? [];
    const pages = [...source.matchAll(/path: '([^']*)',\s*load:/g)].map(([, path = '']) => path);
    routes.set(
      name,
      pages.map((path) => `${place === '' ? '' : `/${place}`}${path}`),
    );
  }
  return routes;
}

/** Which thing each route shows that has a name in it. */
const SHOWN: Readonly<Record<string, Kind>> = {
  '/customers/:id': 'cus',
  '/deliveries/:jobNumber': 'jobNumber',
  '/deliveries/addresses/:id': 'adr',
  '/deliveries/claims/:id': 'clm',
  '/deliveries/imports/:id': 'imp',
  '/deliveries/zones/:id': 'zone',
  '/developers/messages/:id': 'msg',
  '/developers/requests/:id': 'req',
  '/developers/webhooks/:id': 'we',
  '/events/:id': 'evt',
  '/events/orders/:id': 'tor',
  '/events/tickets/:id': 'tkt',
  '/invoices/:id': 'inv',
  '/invoices/credit-notes/:id': 'cn',
  '/invoices/recurring/:id': 'rinv',
  '/payments/:id': 'pay',
  '/payments/links/:id': 'plink',
  '/settings/payments/:id': 'prv',
  '/till/cash/:id': 'csh',
  '/till/products/:id': 'prod',
  '/till/products/:id/variants/:variantId': 'var',
  '/till/products/categories/:id': 'cat',
  '/till/products/discounts/:id': 'disc',
  '/till/products/modifiers/:id': 'mgr',
  '/till/products/tax-rates/:id': 'tax',
  '/till/refunds/:id': 'srf',
  '/till/sales/:id': 'sale',
  '/till/settings/locations/:id': 'loc',
  '/till/staff/:id': 'stf',
  '/till/staff/tills/:id': 'trm',
  '/till/stock/:id': 'var',
  '/till/stock/counts/:id': 'cnt',
  '/till/stock/transfers/:id': 'stx',
};

/** The address of a route with real things in it; null where nobody told which thing it shows. */
export function addressOf(route: string, things: Things): string | null {
  let address = '';
  let walked = '';
  for (const part of route.split('/').slice(1)) {
    walked += `/${part}`;
    const named = part.startsWith(':') ? SHOWN[walked] : undefined;
    if (part.startsWith(':') && (named === undefined || things[named] === undefined)) return null;
    address += `/${named === undefined ? part : things[named]}`;
  }
  return address;
}
