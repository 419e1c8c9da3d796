import type { DeliverySummary } from '@cottontree/contract';
import { limits } from 'form:verifyHandoff';
import { MessageCircle } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';

type Props = { readonly delivery: DeliverySummary; readonly close: () => void };
type Which = 'pickup' | 'delivery';

function WhichCode({
  which,
  choose,
}: {
  readonly which: Which;
  readonly choose: (which: Which) => void;
}): VNode {
  return (
    <Segmented
      label={t.which}
      options={[
        ['pickup', t.pickupCode],
        ['delivery', t.deliveryCode],
      ]}
      value={which}
      onChange={choose}
    />
  );
}

/** The code that is needed next. */
function nextCode({ pickup_verified, picked_up_at }: DeliverySummary): Which {
  return pickup_verified || picked_up_at !== null ? 'delivery' : 'pickup';
}

/** Makes a code anew: the old one dies, five tries are there again. */
export function NewCodeDialog({ delivery, close }: Props): VNode {
  const [which, choose] = useState<Which>(nextCode(delivery));
  const reissue = useAct(client.reissueCode);
  const name = (which === 'pickup' ? t.pickupCode : t.deliveryCode).toLowerCase();
  const isTold = which === 'delivery' && delivery.notify_recipient && delivery.recipient_phone !== null;
  return (
    <Confirm
      title={t.newCodeTitle(name)}
      consequences={[t.newCodeOld, t.newCodeTries, isTold ? t.newCodeTold : t.newCodeTell]}
      keep={t.keepCode}
      go={t.newCode}
      busy={reissue.busy}
      fault={reissue.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        const params = { jobNumber: delivery.job_number };
        if (await reissue.run({ params, body: { type: which } })) close();
      }}
    >
      <WhichCode which={which} choose={choose} />
    </Confirm>
  );
}

/** Enters a code that somebody tells, where the courier cannot. */
export function EnterCodeDialog({ delivery, close }: Props): VNode {
  const [which, choose] = useState<Which>(nextCode(delivery));
  const form = useForm({
    limits: { ...limits, code: { required: true } },
    initial: { code: '', recipient_name: '' },
  });
  const verify = useAct(client.verifyHandoff);
  async function send(): Promise<void> {
    const code = form.text('code').replaceAll(/\s/g, '');
    const name = form.text('recipient_name').trim();
    const body = { type: which, code, ...(name === '' ? {} : { recipient_name: name }) };
    if (await verify.run({ params: { jobNumber: delivery.job_number }, body }, form)) close();
  }
  return (
    <Dialog title={t.enterCode} onClose={close}>
      <p class="quiet">{t.enterCodeWhy}</p>
      <Form form={form} onSubmit={send} label={t.enterCode}>
        <WhichCode which={which} choose={choose} />
        <TextField
          form={form}
          name="code"
          label={t.code}
          inputmode="numeric"
          placeholder="123 456"
          mono
          autofocus
        />
        {which === 'delivery' && <TextField form={form} name="recipient_name" label={t.whoTook} />}
        <FormActs form={form} save={t.verify} busy={verify.busy} always />
      </Form>
    </Dialog>
  );
}

/** Sends the recipient the same code once more, or lets somebody do it by WhatsApp. */
export function ResendDialog({ delivery, close }: Props): VNode {
  const [whatsapp, setWhatsapp] = useState<string | null>(null);
  const resend = useAct(client.resendCode);
  if (whatsapp !== null)
    return (
      <Dialog
        title={t.resent}
        onClose={close}
        acts={
          <>
            <Button onClick={close}>{t.notNow}</Button>
            <ButtonLink kind="primary" icon={MessageCircle} href={whatsapp} target="_blank">
              {t.byWhatsapp}
            </ButtonLink>
          </>
        }
      >
        <p class="quiet">{t.resentMore}</p>
      </Dialog>
    );
  return (
    <Confirm
      title={t.resendTitle}
      consequences={[t.resendWhat]}
      keep={t.notNow}
      go={t.send}
      busy={resend.busy}
      fault={resend.error?.message ?? null}
      onClose={close}
      onGo={async () => {
        const answer = await resend.run({ params: { jobNumber: delivery.job_number } });
        if (answer) setWhatsapp(answer.data.whatsapp_url);
      }}
    />
  );
}
