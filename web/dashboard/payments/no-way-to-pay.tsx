import { TriangleAlert } from 'lucide';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { Note } from '../../kit/parts/note.tsx';
import { at } from '../paths.ts';
import { paymentTexts as t } from './texts.ts';

/** What a shop takes by itself: no payer can choose it on a page. */
const BY_HAND: ReadonlySet<string> = new Set(['cash', 'external']);

/** Said beside whatever is shared to be paid, while nobody could pay it. */
export function NoWayToPay(): VNode | null {
  const { answer } = useCall(client.listPaymentChannels, may('payments:read') ? {} : null);
  if (!answer || answer.data.channels.some(({ channel }) => !BY_HAND.has(channel))) return null;
  return (
    <Note meaning="wait" icon={TriangleAlert}>
      {t.noWay}{' '}
      {may('payment_providers:write') && (
        <a class="link" href={at('/settings/payments')}>
          {t.connect}
        </a>
      )}
    </Note>
  );
}
