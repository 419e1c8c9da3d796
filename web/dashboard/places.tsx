import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import { LaterPage } from '../kit/places/later-page.tsx';
import { paramsOf } from '../kit/places/params-of.ts';
import { useStood } from '../kit/places/stood.ts';
import { customers } from './customers/place.ts';
import { deliveries } from './deliveries/place.ts';
import { developers } from './developers/place.ts';
import { events } from './events/place.ts';
import { home } from './home/place.ts';
import { invoices } from './invoices/place.ts';
import { payments } from './payments/place.ts';
import { settings } from './settings/place.ts';
import type { PageProps, Place, PlacePage } from './place.ts';
import { NotThere } from './shell/not-there.tsx';
import { announce } from './shell/page.tsx';
import { till } from './till/place.ts';

/** The places of the dashboard, in the order of the shell. */
export const places: readonly Place[] = [
  home,
  deliveries,
  events,
  till,
  invoices,
  payments,
  customers,
  developers,
  settings,
];

/** The page that an address means, below the mode. */
export function Places({ rest }: { readonly rest: string }): VNode {
  const found = useMemo(() => match(rest), [rest]);
  const { query } = useLocation();
  useStood(`${rest} ${query['page'] ?? ''}`);
  if (!found) return <NotThere />;
  // Each thing has a page of its own: nothing that is asked or typed of the one is left in the other.
  const { page, params, place } = found;
  return <LaterPage key={rest} page={page} props={{ params }} onWait={() => announce(place.name())} />;
}

/** Where the same page is in the other mode. A thing is there in one mode alone, so the list above it stands in for it. */
export function inEitherMode(rest: string): string {
  const found = match(rest);
  if (!found) return '/';
  const named = found.page.path.split('/').findIndex((part) => part.startsWith(':'));
  if (named === -1) return rest;
  const above = rest
    .split('/')
    .slice(0, named + 1)
    .join('/');
  const list = match(above);
  return list && Object.keys(list.params).length === 0 ? above : `/${found.place.path}`;
}

type Match = { readonly place: Place; readonly page: PlacePage } & PageProps;

function match(rest: string): Match | null {
  const parts = rest.split('/').slice(1);
  const place = places.find(({ path }) => path === (parts[0] ?? ''));
  if (!place) return null;
  for (const page of place.pages) {
    const params = paramsOf(page.path === '' ? [] : page.path.slice(1).split('/'), parts.slice(1));
    if (params) return { place, page, params };
  }
  return null;
}
