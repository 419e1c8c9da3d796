import type { DispatchDelivery } from '@cottontree/contract';
import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from '../../kit/parts/states.tsx';
import { MapFrame } from '../map/map-frame.tsx';
import type { DrawnMap, Mark, Way } from '../map/open-map.ts';
import { mapTexts as t } from '../map/texts.ts';
import { CourierRing, courierMeaning, JobPin, meaningOf } from './map-marks.tsx';
import { asideOf, isSilent } from './map-places.ts';
import { MapWords } from './map-words.tsx';
import { latenessText } from './lateness.tsx';
import { useMapFacts, type MapFacts } from './use-map-facts.ts';
import './board-map.css';

type BoardMapProps = {
  readonly narrowed: Parameters<typeof useMapFacts>[0];
  readonly late: readonly DispatchDelivery[];
  readonly open: string | undefined;
  readonly hrefOf: (jobNumber: string) => string;
  /** Lies over its foot: the open job. */
  readonly children?: ComponentChildren;
};

/** What lies over the foot of the map hides so much of it. */
const PANEL_PX = 300;

/** Couriers and jobs where they are now, the late ones on top; the same in words below. */
export function BoardMap({ narrowed, late, open, hrefOf, children }: BoardMapProps): VNode {
  const { route } = useLocation();
  const [map, setMap] = useState<DrawnMap | null>(null);
  const [layers, setLayers] = useState({ couriers: true, jobs: true, late: false });
  const facts = useMapFacts(narrowed, late);
  const wasFitted = useRef(false);
  const seen = shownOf(facts, layers);
  const whole = (): void => map?.fit(placesOf(seen, facts));
  useEffect(() => {
    if (map && facts.zones) map.showZones(facts.zones);
  }, [map, facts.zones]);
  useEffect(() => {
    if (!map || !facts.isThere) return;
    map.showMarks(marksOf(seen, { open, pick: (job) => route(hrefOf(job)) }));
    map.showWays(waysOf(seen, open));
    if (!wasFitted.current) whole();
    wasFitted.current = true;
  });
  const place = facts.jobs.find(({ job }) => job.job_number === open)?.place;
  useEffect(() => {
    if (map && wasFitted.current && place) map.goTo(place, PANEL_PX);
  }, [map, open, place === undefined]);
  return (
    <section class="board-map" aria-label={t.map}>
      <MapFrame
        label={t.label}
        whole={whole}
        onMap={(opened) => {
          wasFitted.current = false;
          setMap(opened);
        }}
      >
        <Layers facts={facts} layers={layers} change={setLayers} />
        {facts.fault && (
          <div class="board-map-fault">
            <Problem error={facts.fault} again={facts.again} />
          </div>
        )}
        {children}
      </MapFrame>
      <MapWords facts={facts} hrefOf={hrefOf} goTo={(to) => map?.goTo(to)} />
    </section>
  );
}

type LayersShown = { readonly couriers: boolean; readonly jobs: boolean; readonly late: boolean };

function Layers({
  facts,
  layers,
  change,
}: {
  readonly facts: MapFacts;
  readonly layers: LayersShown;
  readonly change: (next: LayersShown) => void;
}): VNode {
  const late = facts.jobs.filter(({ job }) => job.lateness === 'late').length;
  const chips = [
    ['couriers', t.couriers, facts.couriers.length],
    ['jobs', t.jobs, facts.jobs.length + facts.more],
    ['late', t.late, late],
  ] as const;
  return (
    <div class="map-layers" role="group" aria-label={t.layers}>
      {chips.map(([layer, name, count]) => (
        <button
          key={layer}
          type="button"
          aria-pressed={layers[layer]}
          onClick={() => change({ ...layers, [layer]: !layers[layer] })}
        >
          {name} <b>{count.toLocaleString('en')}</b>
        </button>
      ))}
    </div>
  );
}

/** What is on the map now; `late` narrows both to what is late. */
function shownOf(facts: MapFacts, layers: LayersShown): Pick<MapFacts, 'couriers' | 'jobs'> {
  const jobs = facts.jobs.filter(({ job }) => !layers.late || job.lateness === 'late');
  const carriers = new Set(jobs.map(({ job }) => job.driver?.id));
  return {
    jobs: layers.jobs ? jobs : [],
    couriers: layers.couriers ? facts.couriers.filter(({ id }) => !layers.late || carriers.has(id)) : [],
  };
}

type Seen = ReturnType<typeof shownOf>;

function placesOf({ couriers, jobs }: Seen, { zones }: MapFacts) {
  const places = [
    ...couriers.flatMap(({ location }) => (location ? [location] : [])),
    ...jobs.flatMap(({ place }) => (place ? [place] : [])),
  ];
  const cities = (zones ?? []).filter(({ kind }) => kind === 'city' || kind === 'town');
  return places.length > 0 ? places : cities.map(({ center }) => center);
}

const HEIGHTS = Object.freeze({ idle: 1, good: 1, back: 1, move: 2, wait: 3, bad: 4 });
const COURIER_HEIGHT = 5;
const OPEN_HEIGHT = 9;

function marksOf(
  { couriers, jobs }: Seen,
  { open, pick }: { readonly open: string | undefined; readonly pick: (jobNumber: string) => void },
): readonly Mark[] {
  const lateCarriers = new Set(jobs.flatMap(({ job }) => (job.lateness === 'late' ? [job.driver?.id] : [])));
  const standing = new Map<string, number>();
  const now = Date.now();
  return [
    ...jobs.flatMap(({ job, place }): readonly Mark[] => {
      if (!place) return [];
      const spot = `${place.lat.toFixed(4)} ${place.lng.toFixed(4)}`;
      const nth = standing.get(spot) ?? 0;
      standing.set(spot, nth + 1);
      const isOpen = job.job_number === open;
      return [
        {
          key: job.job_number,
          at: place,
          aside: asideOf(nth),
          title: `${job.job_number}, ${job.recipient_name ?? ''}, ${latenessText(job)}`,
          shape: <JobPin job={job} isOpen={isOpen} />,
          height: isOpen ? OPEN_HEIGHT : HEIGHTS[meaningOf(job)],
          onPick: () => pick(job.job_number),
        },
      ];
    }),
    ...couriers.flatMap((courier): readonly Mark[] => {
      const { location } = courier;
      if (!location) return [];
      const state = { silent: isSilent(courier, now), late: lateCarriers.has(courier.id) };
      const carried = jobs.find(({ job }) => job.driver?.id === courier.id);
      return [
        {
          key: courier.id,
          at: location,
          title: `${courier.name}, ${t.jobsOf(courier.jobs, courier.jobs_max)}`,
          shape: <CourierRing courier={courier} state={state} />,
          height: courierMeaning(courier, state) === 'bad' ? COURIER_HEIGHT + 1 : COURIER_HEIGHT,
          onPick: () => carried && pick(carried.job.job_number),
        },
      ];
    }),
  ];
}

/** From a courier to where he has to go next: for what is late, and for what is open. */
function waysOf({ couriers, jobs }: Seen, open: string | undefined): readonly Way[] {
  const byId = new Map(couriers.map((courier) => [courier.id, courier.location]));
  return jobs.flatMap(({ job, place }) => {
    const from = byId.get(job.driver?.id ?? '');
    const isShown = job.lateness === 'late' || job.job_number === open;
    return place && from && isShown ? [{ from, to: place, meaning: meaningOf(job) }] : [];
  });
}
