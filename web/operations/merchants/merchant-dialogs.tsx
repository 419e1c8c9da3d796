import type { PlatformMerchant } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { limits as inviteLimits } from 'form:inviteOwner';
import { limits as suspendLimits } from 'form:suspendMerchant';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { LongTextField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { common } from '../../kit/text/common.ts';
import { InvitationShown, type Invited } from './invitation-shown.tsx';
import { merchantTexts as t } from './texts.ts';

type DialogProps = { readonly shop: PlatformMerchant; readonly onClose: () => void };

/** What follows stands first, then the reason. */
export function SuspendDialog({ shop, onClose }: DialogProps): VNode {
  const form = useForm({ limits: suspendLimits, initial: { reason: '' } });
  const suspend = useAct(client.suspendMerchant);
  async function send(): Promise<void> {
    const call = { params: { id: shop.id }, body: { reason: form.text('reason') } };
    if (await suspend.run(call, form)) onClose();
  }
  return (
    <Dialog title={t.suspendTitle(shop.name)} onClose={onClose}>
      <ul class="consequences">
        {[t.suspendKeys(shop.members), t.suspendSales, t.suspendKept].map((one) => (
          <li>{one}</li>
        ))}
      </ul>
      <Form form={form} onSubmit={send} label={t.suspend}>
        <LongTextField form={form} name="reason" label={t.reason} hint={t.reasonHint} rows={2} />
        <FormActs form={form} save={t.suspend} busy={suspend.busy} always />
      </Form>
    </Dialog>
  );
}

export function ReinstateDialog({ shop, onClose }: DialogProps): VNode {
  const reinstate = useAct(client.reinstateMerchant);
  async function go(): Promise<void> {
    if (await reinstate.run({ params: { id: shop.id } })) onClose();
  }
  return (
    <Confirm
      title={t.reinstateTitle(shop.name)}
      consequences={[t.reinstateText]}
      keep={common.cancel}
      go={t.reinstate}
      onGo={go}
      onClose={onClose}
      busy={reinstate.busy}
      fault={reinstate.error?.message ?? null}
    />
  );
}

/** For an owner who lost everything, or never came. */
export function InviteDialog({ shop, onClose }: DialogProps): VNode {
  const form = useForm({ limits: inviteLimits, initial: { email: shop.email } });
  const invite = useAct(client.inviteOwner);
  const [invited, setInvited] = useState<Invited | null>(null);
  async function send(): Promise<void> {
    const answer = await invite.run({ params: { id: shop.id }, body: { email: form.text('email') } }, form);
    if (answer) setInvited(answer.data);
  }
  return (
    <Dialog title={t.inviteTitle(shop.name)} onClose={onClose} holds={invited !== null}>
      {invited ? (
        <InvitationShown title={t.invited} invited={invited}>
          <Button kind="primary" onClick={onClose}>
            {common.done}
          </Button>
        </InvitationShown>
      ) : (
        <Form form={form} onSubmit={send} label={t.invite}>
          <TextField form={form} name="email" label={t.ownerEmail} type="email" inputmode="email" />
          <FormActs form={form} save={t.invite} busy={invite.busy} always />
        </Form>
      )}
    </Dialog>
  );
}
