import type { SyncEvent } from '@cottontree/contract';
import { invalid } from '../../../core/failure.ts';
import type { Shipping } from '../../open-shipping.ts';
import { arrival, stopOf } from './arrive-at-stop.ts';
import { handover } from './deliver-parcel.ts';
import { departure } from './depart-with-parcel.ts';
import { failing } from './fail-job.ts';
import { proofKeeping } from './keep-proof.ts';
import { pickUp } from './pick-up-parcel.ts';
import { attempt } from './record-attempt.ts';
import type { Step } from './take-step.ts';
import { codeEntry } from './verify-code.ts';

/** The step that a recorded event stands for; a refusal names the field that it lacks. */
export async function stepOf(event: SyncEvent, room: Shipping): Promise<Step> {
  switch (event.kind) {
    case 'arrive':
      return arrival(stopOf(needed(event, 'at')));
    case 'pick_up':
      return pickUp();
    case 'verify':
      return codeEntry({ ...event, type: needed(event, 'type'), code: needed(event, 'code') });
    case 'depart':
      return departure();
    case 'proof':
      return proofKeeping(event, room);
    case 'attempt':
      return attempt({ ...event, reason: needed(event, 'reason') });
    case 'fail':
      return failing({ ...event, reason: needed(event, 'reason') }, room);
    case 'deliver':
      return handover(event);
  }
}

function needed<Name extends keyof SyncEvent>(event: SyncEvent, name: Name): NonNullable<SyncEvent[Name]> {
  const value = event[name];
  if (value === undefined || value === null)
    throw invalid({ path: name, message: `is required for ${event.kind}` });
  return value;
}
