import type { ZoneIndex } from '../coverage/compile-zones.ts';
import type { RateCardProblem } from './card-fields.ts';
import { districtEnd, type RateCard } from './rate-card.ts';

const districtPrefix = districtEnd('');

/** Places that a card names and the map does not have, and a currency that is not that of the zones' own fees. */
export function checkCardZones(card: RateCard, { zones, byCode }: ZoneIndex): readonly RateCardProblem[] {
  const districts = new Set(zones.map(({ district }) => districtEnd(district)));
  const isKnown = (end: string): boolean =>
    end.startsWith(districtPrefix) ? districts.has(end) : byCode.has(end);
  const ends = new Set([...card.pairs.keys()].flatMap((key) => key.split('>')));
  const foreign = zones.find(({ currency }) => currency !== card.currency);
  return [
    ...(foreign === undefined
      ? []
      : [{ path: 'currency', message: `must be ${foreign.currency}, that of zone ${foreign.code}` }]),
    ...[...card.zoneRoadFactors.keys()]
      .filter((code) => !byCode.has(code))
      .map((code) => ({ path: `zone_road_factors.${code}`, message: 'names no zone' })),
    ...[...ends]
      .filter((end) => !isKnown(end))
      .map((end) => ({ path: 'pairs', message: `name ${end}, which is no zone and no district of one` })),
  ];
}
