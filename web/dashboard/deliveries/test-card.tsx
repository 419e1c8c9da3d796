import type { DeliverySummary } from '@cottontree/contract';
import { StepForward } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card } from '../../kit/parts/card.tsx';
import { statusOptions } from '../../kit/list/filters.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';

type Status = DeliverySummary['status'];

const WAY: readonly Status[] = ['pending', 'assigned', 'picked_up', 'in_transit', 'delivered', 'completed'];

/** Test data has no couriers: whoever tries it out moves it on. */
export function TestCard({ delivery }: { readonly delivery: DeliverySummary }): VNode | null {
  const { status } = delivery;
  const ahead = statusesAhead(status);
  const [chosen, choose] = useState<Status | null>(null);
  const advance = useAct(client.advanceDelivery);
  if (!may('shipping:write') || ahead.length === 0) return null;
  const to = chosen !== null && ahead.includes(chosen) ? chosen : (ahead[0] ?? status);
  return (
    <Card title={t.testMode}>
      <div class="stack">
        <p class="small quiet">{t.testText}</p>
        <div class="row">
          <select
            class="input select"
            aria-label={t.moveTo}
            value={to}
            onChange={(event) => choose(event.currentTarget.value as Status)}
          >
            {statusOptions(ahead).map(([value, name]) => (
              <option value={value} key={value}>
                {name}
              </option>
            ))}
          </select>
          <Button
            kind="primary"
            icon={StepForward}
            busy={advance.busy}
            onClick={() =>
              void advance.run({ params: { jobNumber: delivery.job_number }, body: { to_status: to } })
            }
          >
            {t.moved}
          </Button>
        </div>
        {advance.error && (
          <p class="fault" role="alert">
            {advance.error.message}
          </p>
        )}
      </div>
    </Card>
  );
}

/** Where it may still go. */
function statusesAhead(status: Status): readonly Status[] {
  const here = WAY.indexOf(status);
  if (here === -1 || status === 'completed') return [];
  const ends: readonly Status[] =
    status === 'pending' || status === 'assigned' ? ['failed', 'cancelled'] : ['failed'];
  return [...WAY.slice(here + 1), ...(status === 'delivered' ? [] : ends)];
}
