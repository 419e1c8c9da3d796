import type { DispatchDriver } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { Button } from '../../kit/parts/button.tsx';
import { SecretOnce } from '../../kit/parts/copy.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { common } from '../../kit/text/common.ts';
import { courierTexts as t } from './texts.ts';

type DialogProps = { readonly courier: DispatchDriver; readonly onClose: () => void };

/** A new PIN, shown once; whoever was signed in as this courier is out. */
export function PinDialog({ courier, onClose }: DialogProps): VNode {
  const reset = useAct(client.resetDriverPin);
  const [pin, setPin] = useState<string | null>(null);
  async function make(): Promise<void> {
    const answer = await reset.run({ params: { id: courier.id }, body: {} });
    if (answer) setPin(answer.data.pin);
  }
  if (pin !== null)
    return (
      <Dialog
        title={t.pinOf(courier.name)}
        onClose={onClose}
        holds
        acts={
          <Button kind="primary" onClick={onClose}>
            {common.storedSafely}
          </Button>
        }
      >
        <p class="quiet">{t.pinOnce}</p>
        <SecretOnce secret={pin} />
      </Dialog>
    );
  return (
    <Confirm
      title={t.pinTitle(courier.name)}
      consequences={[t.pinOut, t.pinOld]}
      keep={common.cancel}
      go={t.newPin}
      onGo={make}
      onClose={onClose}
      busy={reset.busy}
      fault={reset.error?.message ?? null}
    />
  );
}

/** Takes a courier off, or lets one work again. */
export function SuspendDialog({ courier, onClose }: DialogProps): VNode {
  const update = useAct(client.updateDispatchDriver);
  const { active } = courier;
  async function go(): Promise<void> {
    if (await update.run({ params: { id: courier.id }, body: { active: !active } })) onClose();
  }
  return (
    <Confirm
      title={active ? t.suspendTitle(courier.name) : t.reinstateTitle(courier.name)}
      consequences={
        active
          ? [t.suspendOut, t.suspendJobs(courier.jobs), ...(courier.cash_in_hand > 0 ? [t.suspendCash] : [])]
          : [t.reinstateText]
      }
      keep={common.cancel}
      go={active ? t.suspend : t.reinstate}
      onGo={go}
      onClose={onClose}
      busy={update.busy}
      fault={update.error?.message ?? null}
    />
  );
}
