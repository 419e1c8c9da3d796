import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { operator } from '../kit/data/operator.ts';
import { NotAllowed } from '../kit/parts/states.tsx';
import { LaterPage } from '../kit/places/later-page.tsx';
import { paramsOf } from '../kit/places/params-of.ts';
import { useStood } from '../kit/places/stood.ts';
import { account } from './account/place.ts';
import { audit } from './audit/place.ts';
import { cash } from './cash/place.ts';
import { couriers } from './couriers/place.ts';
import { dispatch } from './dispatch/place.ts';
import { merchants } from './merchants/place.ts';
import type { PageProps, Place, PlacePage } from './place.ts';
import { system } from './system/place.ts';
import { zones } from './zones/place.ts';
import { NotThere } from './shell/not-there.tsx';

/** The places of Operations, in the order of the shell. */
export const places: readonly Place[] = [dispatch, couriers, cash, zones, merchants, system, audit, account];

/** Whether somebody has work in a place, or behind one of its tabs. */
export function hasWorkIn({ roles }: Pick<Place, 'roles'>): boolean {
  const role = operator.value?.user.role;
  return role !== undefined && (roles === undefined || roles.includes(role));
}

/** The place that an address lies in. */
export function placeOf(rest: string): Place | undefined {
  const first = rest.split('/')[1] ?? '';
  return places.find(({ path, pages }) => path === first || (path === '' && fits(pages, rest)));
}

function fits(pages: Place['pages'], rest: string): boolean {
  return pages.some(({ path }) => path !== '' && paramsOf(partsOf(path), partsOf(rest)) !== null);
}

/** The page that an address means, below the mode. */
export function Places({ rest }: { readonly rest: string }): VNode {
  const found = useMemo(() => match(rest), [rest]);
  const { query } = useLocation();
  useStood(`${found?.key} ${query['page'] ?? ''}`);
  if (!found) return <NotThere />;
  if (!hasWorkIn(found.place)) return <NotAllowed scope={found.place.name()} />;
  return <LaterPage key={found.key} page={found.page} props={{ params: found.params }} />;
}

type Match = { readonly key: string; readonly place: Place; readonly page: PlacePage } & PageProps;

function match(rest: string): Match | null {
  const place = placeOf(rest);
  if (!place) return null;
  const parts = partsOf(rest).slice(place.path === '' ? 0 : 1);
  for (const page of place.pages) {
    const params = paramsOf(partsOf(page.path), parts);
    if (params)
      return { key: `${place.path}${page.path} ${Object.values(params).join()}`, place, page, params };
  }
  return null;
}

function partsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '');
}
