import type { ZoneIndex } from './compile-zones.ts';
import type { Zone } from './zone.ts';

export type ZoneByText =
  | { readonly ok: true; readonly zone: Zone }
  | { readonly ok: false; readonly code: 'ADDRESS_AMBIGUOUS'; readonly candidates: readonly Zone[] }
  /** `closed` is the zone that bears the name but is not active. */
  | { readonly ok: false; readonly code: 'ZONE_NOT_SERVICED'; readonly closed: Zone | null };

/**
 * The zone a person means by a city, area, zone code or alias: exact name or code, then alias, then the same without
 * case, accents and punctuation, then a part of a longer name, then the catch-all. Two equally good matches are
 * ADDRESS_AMBIGUOUS; a zone the operator has closed is ZONE_NOT_SERVICED and does not fall to the catch-all.
 */
export function resolveZone(index: ZoneIndex, text: string): ZoneByText {
  const wanted = text.trim();
  for (const level of index.textLevels) {
    const matches = level.zonesByKey.get(level.keyOf(wanted)) ?? [];
    const active = matches.filter((zone) => zone.active);
    const [only] = active;
    if (active.length > 1) return { ok: false, code: 'ADDRESS_AMBIGUOUS', candidates: active };
    if (only !== undefined) return { ok: true, zone: only };
    if (matches.length > 0) return { ok: false, code: 'ZONE_NOT_SERVICED', closed: matches[0] ?? null };
  }
  if (index.catchAll === null) return { ok: false, code: 'ZONE_NOT_SERVICED', closed: null };
  return { ok: true, zone: index.catchAll };
}
