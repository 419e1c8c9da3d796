import { limits } from 'form:createStockTransfer';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../../kit/data/client.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { SelectField, SwitchField, TextField } from '../../../kit/parts/fields.tsx';
import { Empty, NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { ItemLines, type ItemLine } from '../item-lines.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { stockTexts as t } from './texts.ts';
import '../till.css';

/** Sends stock from one location to another. */
export function NewTransferPage(): VNode {
  const { locations } = useNames();
  const { route } = useLocation();
  const [lines, setLines] = useState<readonly ItemLine[]>([]);
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useForm({
    limits,
    initial: { from_location_id: '', to_location_id: '', note: '', received: false },
  });
  async function send(): Promise<void> {
    const items = lines.map(({ variantId, quantity }) => ({ variant_id: variantId, quantity }));
    const { data } = await client.createStockTransfer({
      body: asBody({ ...form.body(), client_id: clientId, items }),
    });
    route(at(`/till/stock/transfers/${data.id}`));
  }
  const crumbs = [
    [t.title, at('/till/stock')],
    [t.transfers, at('/till/stock/transfers')],
  ] as const;
  const pieces = lines.reduce((sum, { quantity }) => sum + (Number(quantity) || 0), 0);
  return (
    <Page title={t.newTransfer} crumbs={crumbs}>
      {!may('inventory:write') ? (
        <NotAllowed scope="inventory:write" />
      ) : locations.length === 1 ? (
        <Empty
          title={t.transfersEmpty}
          text={t.oneLocation}
          acts={
            may('pos:admin') && (
              <ButtonLink href={at('/till/settings/locations/new')}>{t.toSettings}</ButtonLink>
            )
          }
        />
      ) : (
        <div class="narrow">
          <ThingForm form={form} label={t.newTransfer} save={t.sendGo(pieces)} onSave={send}>
            <div class="fields two">
              <SelectField
                form={form}
                name="from_location_id"
                label={t.whereFrom}
                options={choicesOf(locations)}
                none={tillTexts.defaultLocation}
              />
              <SelectField
                form={form}
                name="to_location_id"
                label={t.whereTo}
                options={choicesOf(locations)}
                none=""
              />
            </div>
            <ItemLines lines={lines} change={setLines} />
            <SwitchField form={form} name="received" label={t.there} hint={t.thereHint} />
            <TextField form={form} name="note" label={t.note} />
          </ThingForm>
        </div>
      )}
    </Page>
  );
}
