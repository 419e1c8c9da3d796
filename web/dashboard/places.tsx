import type { ComponentType, VNode } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Loading } from '../kit/parts/states.tsx';
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
  useEffect(() => scrollTo(0, 0), [rest]);
  if (!found) return <NotThere />;
  // Each thing has a page of its own: nothing that is asked or typed of the one is left in the other.
  return <Page key={rest} page={found.page} params={found.params} />;
}

/** Those that were loaded already are shown at once. */
const loaded = new Map<PlacePage, ComponentType<PageProps>>();

async function load(page: PlacePage): Promise<() => ComponentType<PageProps>> {
  const component = await page.load();
  loaded.set(page, component);
  return () => component;
}

function Page({ page, params }: { readonly page: PlacePage } & PageProps): VNode {
  const [Shown, setShown] = useState<ComponentType<PageProps> | undefined>(() => loaded.get(page));
  useEffect(() => {
    if (!Shown) void load(page).then(setShown);
  }, [page]);
  return Shown ? <Shown params={params} /> : <Loading />;
}

type Match = { readonly page: PlacePage } & PageProps;

function match(rest: string): Match | null {
  const parts = rest.split('/').slice(1);
  const place = places.find(({ path }) => path === (parts[0] ?? ''));
  for (const page of place?.pages ?? []) {
    const params = paramsOf(page.path === '' ? [] : page.path.slice(1).split('/'), parts.slice(1));
    if (params) return { page, params };
  }
  return null;
}

/** What stands where the path has names; null where it does not fit. */
function paramsOf(
  names: readonly string[],
  parts: readonly string[],
): Readonly<Record<string, string>> | null {
  if (names.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [at, name] of names.entries()) {
    const part = parts[at] ?? '';
    if (name.startsWith(':')) params[name.slice(1)] = decodeURIComponent(part);
    else if (name !== part) return null;
  }
  return params;
}
