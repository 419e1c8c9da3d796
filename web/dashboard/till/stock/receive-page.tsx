import { limits } from 'form:createStockAdjustment';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { toast } from '../../../kit/parts/toast.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { ItemLines, type ItemLine } from '../item-lines.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

/** What was delivered, all of it in one step. */
export function ReceivePage(): VNode {
  const { locations } = useNames();
  const { route } = useLocation();
  const [lines, setLines] = useState<readonly ItemLine[]>([]);
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useForm({ limits, initial: { location_id: '', note: '' } });
  async function write(): Promise<void> {
    const items = lines.map(({ variantId, quantity, cost }) => ({
      variant_id: variantId,
      delta: quantity,
      reason: 'purchase',
      ...(cost ? { unit_cost: cost.replaceAll(',', '') } : {}),
    }));
    await client.createStockAdjustment({ body: asBody({ ...form.body(), client_id: clientId, items }) });
    toast(t.received);
    route(at('/till/stock'));
  }
  return (
    <Page title={t.receive} crumbs={[[t.title, at('/till/stock')]]} lead={t.receiveLead}>
      {may('inventory:write') ? (
        <div class="narrow">
          <ThingForm form={form} label={t.receive} save={t.receiveGo(lines.length)} onSave={write}>
            <ItemLines lines={lines} change={setLines} withCost />
            {locations.length > 1 && (
              <SelectField
                form={form}
                name="location_id"
                label={t.where}
                options={choicesOf(locations)}
                none={tillTexts.defaultLocation}
              />
            )}
            <TextField form={form} name="note" label={t.note} />
          </ThingForm>
        </div>
      ) : (
        <NotAllowed scope="inventory:write" />
      )}
    </Page>
  );
}
