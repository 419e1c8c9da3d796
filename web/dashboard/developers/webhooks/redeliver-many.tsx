import { CottontreeError } from '@cottontree/client';
import { RotateCw } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { isPassing, queries } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';

/** Sends each of those that are picked again, one after the other; those that are not sent stay picked. */
export function RedeliverMany({
  ids,
  left,
}: {
  readonly ids: readonly string[];
  readonly left: (ids: readonly string[]) => void;
}): VNode | null {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (!may('webhooks:write')) return null;
  async function go(): Promise<void> {
    setBusy(true);
    setFault(null);
    const refused: string[] = [];
    let refusal: CottontreeError | null = null;
    for (const [at, id] of ids.entries()) {
      const error = await redeliver(id);
      if (error) refused.push(id);
      refusal ??= error;
      // Without a connection none of the others would get there either.
      if (error && isPassing(error)) {
        refused.push(...ids.slice(at + 1));
        break;
      }
    }
    await queries.invalidateQueries();
    setBusy(false);
    left(refused);
    if (refusal) setFault(t.manyLeft(refused.length, refusal.message));
    else toast(t.manySent(ids.length));
  }
  return (
    <div class="bulk" role="toolbar" aria-label={t.selected(ids.length)}>
      <span>{fault ?? t.selected(ids.length)}</span>
      <i />
      <Button icon={RotateCw} busy={busy} onClick={() => void go()}>
        {t.redeliverMany(ids.length)}
      </Button>
    </div>
  );
}

/** Null where it is on the way. */
async function redeliver(id: string): Promise<CottontreeError | null> {
  try {
    await client.redeliverWebhookDelivery({ params: { id } });
    return null;
  } catch (error) {
    if (error instanceof CottontreeError) return error;
    throw error;
  }
}
