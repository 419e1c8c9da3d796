import { CottontreeError } from '@cottontree/client';
import { RotateCw } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { queries } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { Button } from '../../../kit/parts/button.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';

/** Sends each of those that are picked again, one after the other. */
export function RedeliverMany({
  ids,
  done,
}: {
  readonly ids: readonly string[];
  readonly done: () => void;
}): VNode | null {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (!may('webhooks:write')) return null;
  async function go(): Promise<void> {
    setBusy(true);
    const refusals: string[] = [];
    for (const id of ids)
      await client.redeliverWebhookDelivery({ params: { id } }).catch((error: unknown) => {
        refusals.push(error instanceof CottontreeError ? error.message : String(error));
      });
    await queries.invalidateQueries();
    setBusy(false);
    if (refusals[0] !== undefined) return setFault(t.manyLeft(refusals.length, refusals[0]));
    toast(t.manySent(ids.length));
    return done();
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
