import type { VNode } from 'preact';
import { limits } from 'form:settleCash';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { moneyText } from '../../kit/format/money.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { livemode } from '../paths.ts';
import { cashTexts as t } from './texts.ts';

/** More shops than that are named by their id. */
const CHOICES_MAX = 100;

type Body = Parameters<typeof client.settleCash>[0]['body'];

/** Pays the counted cash of a shop out to it. */
export function SettleDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const form = useForm({ limits, initial: { merchant_id: '', deduct_fees: true, reference: '' } });
  const settle = useAct(client.settleCash);
  const { answer } = useCall(client.listPlatformMerchants, { query: { sort: 'name', limit: CHOICES_MAX } });
  async function send(): Promise<void> {
    const body = { ...form.body(), livemode: livemode() } as Body;
    const done = await settle.run({ body }, form);
    if (!done) return;
    toast(t.settled(moneyText(done.data.paid, done.data.currency), done.data.job_numbers.length));
    onClose();
  }
  return (
    <Dialog title={t.settle} onClose={onClose}>
      <p class="quiet">{t.settleText}</p>
      <Form form={form} onSubmit={send} label={t.settle}>
        {answer && answer.meta.total <= CHOICES_MAX ? (
          <SelectField
            form={form}
            name="merchant_id"
            label={t.shop}
            none={t.chooseShop}
            options={answer.data.map(({ id, name }) => [id, name])}
          />
        ) : (
          <TextField form={form} name="merchant_id" label={t.shopId} mono />
        )}
        <SwitchField form={form} name="deduct_fees" label={t.deductFees} hint={t.deductFeesHint} />
        <TextField form={form} name="reference" label={t.reference} hint={t.referenceHint} />
        <FormActs form={form} save={t.settle} busy={settle.busy} always />
      </Form>
    </Dialog>
  );
}
