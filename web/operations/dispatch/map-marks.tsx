import type { DispatchDelivery, DispatchDriver } from '@cottontree/contract';
import type { VNode } from 'preact';
import { initialsOf } from '../../kit/format/words.ts';
import { GlyphShape } from '../../kit/parts/status.tsx';
import { lookOf, type Meaning } from '../../kit/parts/statuses.ts';
import { latenessMeaning } from './lateness.tsx';

/** What a job means to whoever looks at the map: late, nearly, waiting for somebody, under way. */
export function meaningOf(job: DispatchDelivery): Meaning {
  const lateness = latenessMeaning(job);
  if (lateness !== 'idle') return lateness;
  return job.driver === null ? 'idle' : 'move';
}

/** A job: a pin in the colour of how it stands, with the shape of its status in it. */
export function JobPin({ job, isOpen }: { readonly job: DispatchDelivery; readonly isOpen: boolean }): VNode {
  return (
    <span class={`map-pin ${meaningOf(job)} ${isOpen ? 'open' : ''}`}>
      <svg viewBox="0 0 28 36" aria-hidden="true">
        <path d="M14 35C6 25 2 20 2 13.500a12 12 0 0 1 24 0C26 20 22 25 14 35z" />
        <circle cx="14" cy="13.500" r="9" />
      </svg>
      <GlyphShape glyph={lookOf('delivery', job.status)[1]} />
    </span>
  );
}

type CourierState = { readonly silent: boolean; readonly late: boolean };

/** How a courier stands: one of whose parcels is late, one who carries, one who is free. */
export function courierMeaning({ jobs }: Pick<DispatchDriver, 'jobs'>, { late }: CourierState): Meaning {
  if (late) return 'bad';
  return jobs > 0 ? 'move' : 'good';
}

/** A courier: initials in a ring, dashed once his phone is silent. */
export function CourierRing({
  courier,
  state,
}: {
  readonly courier: DispatchDriver;
  readonly state: CourierState;
}): VNode {
  return (
    <span class={`map-courier ${courierMeaning(courier, state)} ${state.silent ? 'silent' : ''}`}>
      {initialsOf(courier.name)}
    </span>
  );
}
