import type { CottontreeError } from '@cottontree/client';
import type { ZoneItem } from '@cottontree/contract';
import { useQuery } from '@tanstack/preact-query';
import { client } from '../../kit/data/client.ts';
import { nameOf } from '../../kit/data/queries.ts';

const PAGE_MAX = 100;
/** More outlines than anybody can look at. */
const ZONES_MAX = 1_000;
const STALE_MS = 300_000;

/** Every zone that is served, page after page; null until they are there. */
export function useZones(): readonly ZoneItem[] | null {
  const { data } = useQuery<readonly ZoneItem[], CottontreeError>({
    queryKey: [nameOf(client.listDispatchZones), 'every zone'],
    staleTime: STALE_MS,
    queryFn: readZones,
  });
  return data ?? null;
}

async function readZones(): Promise<readonly ZoneItem[]> {
  const zones: ZoneItem[] = [];
  for await (const zone of client.each('listDispatchZones', { query: { active: true, limit: PAGE_MAX } })) {
    zones.push(zone);
    if (zones.length >= ZONES_MAX) break;
  }
  return zones;
}
