import type { DispatchDelivery } from '@cottontree/contract';
import type { VNode } from 'preact';
import { Tag } from '../../kit/parts/note.tsx';
import { boardTexts as t } from './texts.ts';

/** Beside the courier of a job: they have it, and do not work now. */
export function OffShift({ job }: { readonly job: Pick<DispatchDelivery, 'driver_on_shift'> }): VNode | null {
  return job.driver_on_shift === false ? <Tag meaning="wait">{t.offShift}</Tag> : null;
}
