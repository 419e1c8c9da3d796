import type { DeliveryStatus } from '@cottontree/contract';
import type { Parcel } from '../../shipping/index.ts';
import { formatNear } from '../format.ts';
import { html, type Html } from '../html.ts';
import type { View } from '../layout.ts';

type Step = keyof View['texts']['parcel']['steps'];
const WAY: readonly Step[] = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered'];

/** The steps of the way with their times; those to come are named as well. */
export function showProgress({ tracking, now, timeZone }: Parcel, { texts }: View): Html {
  const times = new Map<DeliveryStatus, string>(tracking.timeline.map(({ status, at }) => [status, at]));
  const ended = (['cancelled', 'failed'] as const).find((status) => times.has(status));
  const steps: readonly Step[] = ended ? [...WAY.filter((step) => times.has(step)), ended] : WAY;
  const last = steps.findLastIndex((step) => times.has(step));
  const items = steps.map((step, at) => {
    const time = times.get(step);
    const state = at === last && step !== 'delivered' && !ended ? 'now' : time ? 'done' : 'next';
    const word = { now: texts.parcel.stepNow, done: texts.parcel.stepDone, next: texts.parcel.stepNext }[
      state
    ];
    return html`<li class="${state}${step === ended ? ' bad' : ''}"${state === 'now' ? html` aria-current="step"` : null}><span class="name">${texts.parcel.steps[step]}</span> <span class="hidden">(${word})</span>${time ? html` <time datetime="${time}">${formatNear(new Date(time), { now, timeZone })}</time>` : null}</li>`;
  });
  return html`<section class="card"><h2>${texts.parcel.progress}</h2><ol class="steps">${items}</ol></section>`;
}
