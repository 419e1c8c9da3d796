import { limits } from 'form:openCashSession';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../../kit/data/client.ts';
import { may, shopCurrency } from '../../../kit/data/session.ts';
import { useForm } from '../../../kit/form/use-form.ts';
import { MoneyField, SelectField } from '../../../kit/parts/fields.tsx';
import { NotAllowed } from '../../../kit/parts/states.tsx';
import { at } from '../../paths.ts';
import { Page } from '../../shell/page.tsx';
import { choicesOf, useNames } from '../names.ts';
import { tillTexts } from '../texts.ts';
import { asBody, ThingForm } from '../../../kit/form/thing-form.tsx';
import { cashTexts as t } from './texts.ts';
import '../till.css';

/** Opens a drawer with what is in it. */
export function OpenPage(): VNode {
  const { tills, locations, people } = useNames();
  const { route } = useLocation();
  const form = useForm({
    limits,
    initial: { terminal_id: '', location_id: '', opening_float: '', staff_id: '' },
    keep: 'open-drawer',
  });
  async function open(): Promise<void> {
    const { data } = await client.openCashSession({ body: asBody(form.body()) });
    route(at(`/till/cash/${data.id}`));
  }
  const free = tills.filter(({ cash_session_id, is_active }) => cash_session_id === null && is_active);
  return (
    <Page title={t.openDrawer} crumbs={[[t.title, at('/till/cash')]]}>
      {may('cash:write') ? (
        <div class="narrow">
          <ThingForm form={form} label={t.openDrawer} save={t.openNow} onSave={open}>
            {tills.length > 0 && (
              <SelectField
                form={form}
                name="terminal_id"
                label={t.where}
                hint={t.whereHint}
                options={choicesOf(free)}
                none={t.noTill}
              />
            )}
            {form.text('terminal_id') === '' && locations.length > 1 && (
              <SelectField
                form={form}
                name="location_id"
                label={tillTexts.location}
                options={choicesOf(locations)}
                none={tillTexts.defaultLocation}
              />
            )}
            <MoneyField
              form={form}
              name="opening_float"
              label={t.floatIn}
              currency={shopCurrency()}
              autofocus
            />
            {people.length > 0 && (
              <SelectField
                form={form}
                name="staff_id"
                label={t.whoOpens}
                options={choicesOf(people)}
                none={t.yourself}
              />
            )}
          </ThingForm>
        </div>
      ) : (
        <NotAllowed scope="cash:write" />
      )}
    </Page>
  );
}
