import { limits } from 'form:createStockCount';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { may } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { ChoicesField, SelectField, TextField } from '../../../kit/parts/fields.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { Segmented } from '../../../kit/parts/tabs.tsx';
import { useState } from 'preact/hooks';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { ALL } from '../when.ts';
import { stockTexts as t } from './texts.ts';
import '../till.css';

/** Begins a stocktaking: where, and of what. */
export function NewCountPage(): VNode {
  const { locations } = useNames();
  const { route } = useLocation();
  const categories = useCall(client.listCategories, ALL).answer?.data ?? [];
  const [what, setWhat] = useState<'everything' | 'categories'>('everything');
  const form = useForm({ limits, initial: { location_id: '', category_ids: [], note: '' } });
  async function begin(): Promise<void> {
    const { category_ids, ...rest } = form.body();
    const { data } = await client.createStockCount({
      body: asBody({ ...rest, ...(what === 'categories' ? { category_ids } : {}) }),
    });
    route(at(`/till/stock/counts/${data.id}`));
  }
  const crumbs = [
    [t.title, at('/till/stock')],
    [t.counts, at('/till/stock/counts')],
  ] as const;
  return (
    <Page title={t.newCount} crumbs={crumbs} lead={t.countsText}>
      {may('inventory:write') ? (
        <div class="narrow">
          <ThingForm form={form} label={t.newCount} save={t.beginNow} onSave={begin}>
            {locations.length > 1 && (
              <SelectField
                form={form}
                name="location_id"
                label={t.where}
                options={choicesOf(locations)}
                none={tillTexts.defaultLocation}
              />
            )}
            {categories.length > 0 && (
              <Segmented
                label={t.what}
                options={[
                  ['everything', t.everything],
                  ['categories', t.someCategories],
                ]}
                value={what}
                onChange={setWhat}
              />
            )}
            {what === 'categories' && (
              <ChoicesField
                form={form}
                name="category_ids"
                label={t.categories}
                options={choicesOf(categories)}
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
