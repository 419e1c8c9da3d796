import { CottontreeError } from '@cottontree/client';
import type { DeliverySummary, Tracking } from '@cottontree/contract';
import { Eye } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { Card } from '../../kit/parts/card.tsx';
import { CodeReveal } from '../../kit/parts/copy.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Said } from '../../kit/parts/status.tsx';
import { nearText } from '../../kit/format/time.ts';
import { deliveryTexts as t } from './delivery-texts.ts';
import { isInMotion } from './next.ts';

type Which = 'pickup' | 'delivery';

/** The two handoff codes under dots; each is asked for when somebody presses, and that stands in the request log. */
export function CodesCard({
  delivery,
  tracking,
}: {
  readonly delivery: DeliverySummary;
  readonly tracking: Tracking;
}): VNode {
  const left = tracking.attempts_left;
  const isLocked = isInMotion(delivery.status) && (left.pickup === 0 || left.delivery === 0);
  return (
    <Card title={t.codes} bare>
      <div class="codes">
        <Code which="pickup" delivery={delivery} left={left.pickup} />
        <Code which="delivery" delivery={delivery} left={left.delivery} />
      </div>
      <div class="codes-note">
        {isLocked ? <Note meaning="bad">{t.locked}</Note> : <Note icon={Eye}>{t.codesNote}</Note>}
      </div>
    </Card>
  );
}

const TRIES = 5;

function Code({
  which,
  delivery,
  left,
}: {
  readonly which: Which;
  readonly delivery: DeliverySummary;
  readonly left: number;
}): VNode {
  const [fault, setFault] = useState<string | null>(null);
  const isPickup = which === 'pickup';
  const label = isPickup ? t.pickupCode : t.deliveryCode;
  const isUsed = isPickup ? delivery.pickup_verified : delivery.delivery_verified;
  const usedAt = isPickup ? delivery.picked_up_at : delivery.delivered_at;
  const isAsked = isPickup ? delivery.require_pickup_code : delivery.require_delivery_code;

  async function open(): Promise<string | null> {
    setFault(null);
    try {
      const { data } = await client.getDelivery({ params: { jobNumber: delivery.job_number } });
      return isPickup ? data.pickup_code : data.delivery_code;
    } catch (error) {
      if (!(error instanceof CottontreeError)) throw error;
      setFault(error.message);
      return null;
    }
  }

  if (isUsed || !isInMotion(delivery.status))
    return (
      <div class="stack-s">
        <span class="small quiet">{label}</span>
        {isUsed ? (
          <Said meaning="good" glyph="tick">{`${t.used} ${usedAt === null ? '' : nearText(usedAt)}`}</Said>
        ) : (
          <Said meaning="idle" glyph="dash">
            {t.dead}
          </Said>
        )}
      </div>
    );
  return (
    <div class="stack-s">
      <CodeReveal label={label} open={open} fault={fault} />
      {!isAsked && <span class="tiny faint">{t.notAsked}</span>}
      {left < TRIES && <span class={`tiny ${left === 0 ? 'fault' : 'faint'}`}>{t.triesLeft(left)}</span>}
    </div>
  );
}
