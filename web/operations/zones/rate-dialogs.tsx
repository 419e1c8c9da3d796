import type { RateCard } from '@cottontree/contract';
import { useLocation } from 'preact-iso';
import type { VNode } from 'preact';
import { limits } from 'form:publishRateCard';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Confirm, Dialog } from '../../kit/parts/dialog.tsx';
import { TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { rateTexts as t } from './rate-texts.ts';

type DialogProps = { readonly card: RateCard; readonly onClose: () => void };

/** From when on new quotes are priced by it. */
export function PublishDialog({ card, onClose }: DialogProps): VNode {
  const form = useForm({ limits, initial: { effective_at: '' } });
  const publish = useAct(client.publishRateCard);
  async function send(): Promise<void> {
    const when = form.text('effective_at');
    const body = when === '' ? {} : { effective_at: new Date(when).toISOString() };
    if (await publish.run({ params: { version: String(card.version) }, body }, form)) onClose();
  }
  return (
    <Dialog title={t.publishTitle(card.version)} onClose={onClose}>
      <ul class="consequences">
        {[t.publishQuotes, t.publishOld, t.publishFinal].map((one) => (
          <li>{one}</li>
        ))}
      </ul>
      <Form form={form} onSubmit={send} label={t.publish}>
        <TextField
          form={form}
          name="effective_at"
          label={t.pricesFrom}
          type="datetime-local"
          hint={t.fromHint}
        />
        <FormActs form={form} save={t.publish} busy={publish.busy} always />
      </Form>
    </Dialog>
  );
}

export function DiscardDialog({ card, onClose }: DialogProps): VNode {
  const { route } = useLocation();
  const discard = useAct(client.deleteRateCard);
  async function go(): Promise<void> {
    if (await discard.run({ params: { version: String(card.version) } })) route(at('/zones/rates'));
  }
  return (
    <Confirm
      title={t.discardTitle(card.version)}
      consequences={[t.discardText]}
      keep={common.cancel}
      go={t.discard}
      onGo={go}
      onClose={onClose}
      busy={discard.busy}
      fault={discard.error?.message ?? null}
    />
  );
}
