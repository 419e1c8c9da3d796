import type { EventFeed } from '../../../../kernel/running/event-feed.ts';
import type { Shipping } from '../../module.ts';
import { stampOf } from '../tracking/locate-courier.ts';
import { streamTracking } from '../tracking/stream-tracking.ts';
import type { Parcel } from './find-parcel.ts';

/** Tells a page that its parcel has changed, not how; null when it has seen the end. */
export function watchParcel(module: Shipping, { row }: Parcel, lastEventId: string | null): EventFeed | null {
  return streamTracking(row, {
    module,
    lastEventId,
    name: 'change',
    present: (state) => JSON.stringify(stampOf(state)),
    versionOf: stampOf,
  });
}
