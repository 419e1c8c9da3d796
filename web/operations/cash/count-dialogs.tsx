import type { CashDeposit } from '@cottontree/contract';
import type { VNode } from 'preact';
import { limits as countLimits } from 'form:countCashDeposit';
import { limits as resolveLimits } from 'form:resolveCashDeposit';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { moneyText } from '../../kit/format/money.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { LongTextField, MoneyField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { slipOf } from './slip-of.ts';
import { cashTexts as t } from './texts.ts';

type DialogProps = { readonly deposit: CashDeposit; readonly onClose: () => void };

/** What lies on the table, counted without knowing what was declared. */
export function CountDialog({ deposit, onClose }: DialogProps): VNode {
  const form = useForm({ limits: countLimits, initial: { amount: '', note: '' } });
  const count = useAct(client.countCashDeposit);
  async function send(): Promise<void> {
    const body = form.body() as { amount: string; note?: string };
    const answer = await count.run({ params: { id: deposit.id }, body }, form);
    if (!answer) return;
    toast(answer.data.status === 'counted' ? t.agrees : t.differs);
    onClose();
  }
  return (
    <Dialog title={t.countTitle(deposit.driver.name)} onClose={onClose}>
      <p class="quiet">
        {t.slipOf(slipOf(deposit))} {t.countText(deposit.jobs_count)}
      </p>
      {deposit.note !== null && <p>{t.courierSays(deposit.note)}</p>}
      <Form form={form} onSubmit={send} label={t.count}>
        <MoneyField form={form} name="amount" label={t.onTable} currency={deposit.currency} autofocus />
        <LongTextField form={form} name="note" label={t.note} rows={2} />
        <FormActs form={form} save={t.count} busy={count.busy} always />
      </Form>
    </Dialog>
  );
}

/** What was found in the end, by somebody who did not count. */
export function ResolveCountDialog({ deposit, onClose }: DialogProps): VNode {
  const form = useForm({ limits: resolveLimits, initial: { amount: '', resolution: '' } });
  const resolve = useAct(client.resolveCashDeposit);
  async function send(): Promise<void> {
    const body = form.body() as { amount: string; resolution: string };
    if (await resolve.run({ params: { id: deposit.id }, body }, form)) onClose();
  }
  const { declared, counted, currency } = deposit;
  return (
    <Dialog title={t.resolveTitle(deposit.driver.name)} onClose={onClose}>
      <p>
        {t.resolveText(moneyText(declared ?? 0, currency), moneyText(counted ?? 0, currency))}{' '}
        <span class="quiet">{t.resolveConsequence}</span>
      </p>
      <Form form={form} onSubmit={send} label={t.resolve}>
        <MoneyField form={form} name="amount" label={t.found} currency={currency} autofocus />
        <LongTextField form={form} name="resolution" label={t.explains} rows={2} />
        <FormActs form={form} save={t.resolve} busy={resolve.busy} always />
      </Form>
    </Dialog>
  );
}
