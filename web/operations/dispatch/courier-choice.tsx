import type { DispatchDelivery, DispatchDriver } from '@cottontree/contract';
import type { VNode } from 'preact';
import { distanceText } from '../../kit/format/time.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Face, Tag } from '../../kit/parts/note.tsx';
import { wordText } from '../words.ts';
import { kmTo } from './distance.ts';
import { boardTexts as t } from './texts.ts';

/** Couriers, each with what speaks for them, and one press that gives them the job. */
export function CourierChoice({
  couriers,
  near,
  busy,
  give,
}: {
  readonly couriers: readonly DispatchDriver[];
  readonly near: DispatchDelivery | undefined;
  readonly busy: boolean;
  readonly give: (courier: DispatchDriver) => void;
}): VNode {
  if (couriers.length === 0) return <p class="quiet">{t.noCouriers}</p>;
  return (
    <ul class="courier-choice">
      {couriers.map((courier) => (
        <li key={courier.id}>
          <Face initials={initialsOf(courier.name)} />
          <span class="grow">
            <b class="clip">
              {courier.name} {near?.driver?.id === courier.id && <Tag>{t.hasItNow}</Tag>}
            </b>
            <span class="small quiet">{factsOf(courier, near).join(', ')}</span>
          </span>
          {near?.driver?.id !== courier.id && (
            <Button size="s" busy={busy} onClick={() => give(courier)}>
              {t.giveTo(courier.name)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function factsOf(courier: DispatchDriver, near: DispatchDelivery | undefined): readonly string[] {
  const km = kmTo(courier, near);
  return [
    wordText(courier.vehicle_type),
    t.jobsOf(courier.jobs, courier.jobs_max),
    ...(Number.isFinite(km) ? [t.kmAway(km.toFixed(1))] : []),
    ...(courier.location ? [t.seen(distanceText(courier.location.recorded_at))] : []),
    ...(courier.online_since === null ? [t.offShift] : []),
  ];
}
