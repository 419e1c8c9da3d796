import type { Position, Zone, ZoneGeometry } from './zone.ts';

const kilometresPerDegree = 111.2;
const known = new WeakMap<Zone, number>();

/** How large a zone is in km², near enough to tell which of two is smaller; a zone never changes, so it is measured once. */
export function measureArea(zone: Zone): number {
  const before = known.get(zone);
  if (before !== undefined) return before;
  const area = zone.geometry === null ? Math.PI * zone.radius_km ** 2 : areaOf(zone.geometry);
  known.set(zone, area);
  return area;
}

function areaOf({ type, coordinates }: ZoneGeometry): number {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons.reduce(
    (sum, [border = [], ...holes]) =>
      sum + areaOfRing(border) - holes.reduce((held, hole) => held + areaOfRing(hole), 0),
    0,
  );
}

/** The shoelace formula, with degrees of longitude as long as they are at the ring's first point. */
function areaOfRing(ring: readonly Position[]): number {
  const shrink = Math.cos(((ring[0]?.[1] ?? 0) * Math.PI) / 180);
  const doubled = ring.reduce((sum, [lng, lat], at) => {
    const [nextLng, nextLat] = ring[at + 1] ?? ring[0] ?? [lng, lat];
    return sum + lng * nextLat - nextLng * lat;
  }, 0);
  return (Math.abs(doubled) / 2) * shrink * kilometresPerDegree ** 2;
}
