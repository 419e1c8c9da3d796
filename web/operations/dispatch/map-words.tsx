import type { VNode } from 'preact';
import { distanceText } from '../../kit/format/time.ts';
import { Status } from '../../kit/parts/status.tsx';
import { mapTexts as t } from '../map/texts.ts';
import { latenessText } from './lateness.tsx';
import { nearestName } from './map-places.ts';
import { boardTexts } from './texts.ts';
import type { MapFacts, PlacedJob } from './use-map-facts.ts';

type WordsProps = {
  readonly facts: MapFacts;
  readonly hrefOf: (jobNumber: string) => string;
  readonly goTo: (place: { readonly lat: number; readonly lng: number }) => void;
};

/** All that stands on the map, in words and for the keyboard: who is where, and which job is where. */
export function MapWords({ facts, hrefOf, goTo }: WordsProps): VNode {
  const { couriers, jobs, more } = facts;
  return (
    <details class="map-words">
      <summary>{t.inWords(couriers.length, jobs.length)}</summary>
      <div class="map-words-lists">
        <h2>{t.couriers}</h2>
        {couriers.length === 0 && <p class="small quiet">{t.nobody}</p>}
        <ul>
          {couriers.map((courier) => (
            <li key={courier.id}>
              {courier.location ? (
                <button type="button" class="link" onClick={() => courier.location && goTo(courier.location)}>
                  {courier.name}
                </button>
              ) : (
                <b>{courier.name}</b>
              )}{' '}
              <span class="small quiet">{whereIs(courier, facts)}</span>
            </li>
          ))}
        </ul>
        <h2>{t.jobs}</h2>
        {jobs.length === 0 && <p class="small quiet">{t.noJobs}</p>}
        <ul>
          {jobs.map((placed) => (
            <li key={placed.job.job_number}>
              <a class="link mono" href={hrefOf(placed.job.job_number)}>
                {placed.job.job_number}
              </a>{' '}
              <Status of="delivery" status={placed.job.status} />{' '}
              <span class="small quiet">{aboutJob(placed)}</span>
            </li>
          ))}
        </ul>
        {more > 0 && <p class="small quiet">{t.more(more)}</p>}
      </div>
      <Key />
    </details>
  );
}

function whereIs(courier: MapFacts['couriers'][number], { zones }: MapFacts): string {
  const { location } = courier;
  const near = location && nearestName(location, zones ?? []);
  return [
    courier.jobs === 0 ? t.free : t.jobsOf(courier.jobs, courier.jobs_max),
    location === null ? t.silent : near !== null && t.courierNear(near),
    location !== null && t.seen(distanceText(location.recorded_at)),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

function aboutJob({ job, place }: PlacedJob): string {
  return [
    latenessText(job),
    place &&
      `${place.isPickup ? t.pickup : t.door} ${place.isRough ? t.roughly(place.zone) : t.at(place.address)}`,
    job.driver?.name ?? boardTexts.nobody,
  ]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

/** What colours and shapes mean, beside them. */
function Key(): VNode {
  const rows = [
    ['good', t.keyFree, 'map-courier'],
    ['move', t.keyBusy, 'map-courier'],
    ['move silent', t.keySilent, 'map-courier'],
    ['bad', t.keyLate, 'map-dot'],
    ['wait', t.keySoon, 'map-dot'],
    ['idle', t.keyPending, 'map-dot'],
    ['move', t.keyMoving, 'map-dot'],
  ] as const;
  return (
    <div class="map-key">
      <h2>{t.key}</h2>
      <ul>
        {rows.map(([meaning, words, shape]) => (
          <li class="small" key={words}>
            <span class={`${shape} ${meaning}`} aria-hidden="true" /> {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
