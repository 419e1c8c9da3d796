import type { Delivery } from '@cottontree/contract';
import { limits } from 'form:updateDelivery';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { asBody, useSaving, type Matching } from '../../kit/form/thing-form.tsx';
import { useForm } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { LongTextField, MoneyField, PhoneField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { texts } from '../../kit/text/texts.ts';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { newTexts } from './new-texts.ts';
import { deliveriesTexts } from './texts.ts';

const t = texts(
  {
    title: 'Change the delivery',
    all: 'Until it is picked up you can change all of this. The fee stays what it was.',
    some: 'A courier has it: phones and the pin alone can be changed now.',
    none: 'It has ended: nothing of it can be changed any more.',
    codHint: 'At most what the fee was priced with.',
    pickupContact: 'Whom the courier asks for when fetching it',
    pickupPhone: 'Their phone',
    pickupNote: 'What the courier should know when fetching it',
    save: 'Save the changes',
  },
  {
    title: 'Chenj di dilivri',
    all: 'Bifo dɛn pik am yu kin chenj ɔl dis. Di fi go de lɛk aw i bin de.',
    some: 'Rayda dɔn gɛt am: na fon ɛn pin nɔmɔ yu kin chenj naw.',
    none: 'I dɔn dɔn: yu nɔ ebul chenj natin igen.',
    codHint: 'Nɔ pas wetin di fi bin kɔnt.',
    pickupContact: 'Udat di rayda go aks fɔ we i de pik am',
    pickupPhone: 'In fon',
    pickupNote: 'Wetin di rayda fɔ no we i de pik am',
    save: 'Sev di chenj dɛn',
  },
);

/** Changes what of a delivery may still be changed. */
export function EditDeliveryPage({ params }: PageProps): VNode {
  const jobNumber = params['jobNumber'] ?? '';
  const { answer, error, again } = useCall(client.getDelivery, { params: { jobNumber } });
  const crumbs = [
    [deliveriesTexts.title, at('/deliveries')] as const,
    [jobNumber, at(`/deliveries/${jobNumber}`)] as const,
  ];
  return (
    <Page title={t.title} crumbs={crumbs}>
      {!may('shipping:write') ? (
        <NotAllowed scope="shipping:write" />
      ) : answer ? (
        <Edit delivery={answer.data} etag={answer.etag} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading kind="detail" />
      )}
    </Page>
  );
}

const ON_THE_WAY: ReadonlySet<string> = new Set([
  'recipient_phone',
  'recipient_phone_alt',
  'delivery_lat',
  'delivery_lng',
  'delivery_plus_code',
]);

function valuesOf(delivery: Delivery): FormValues {
  const all: FormValues = {
    recipient_name: delivery.recipient_name ?? '',
    recipient_phone: delivery.recipient_phone ?? '',
    recipient_phone_alt: delivery.recipient_phone_alt ?? '',
    delivery_address: delivery.delivery_address,
    delivery_landmark: delivery.delivery_landmark ?? '',
    delivery_instructions: delivery.delivery_instructions ?? '',
    delivery_lat: delivery.delivery_lat === null ? '' : String(delivery.delivery_lat),
    delivery_lng: delivery.delivery_lng === null ? '' : String(delivery.delivery_lng),
    delivery_plus_code: delivery.delivery_plus_code ?? '',
    cod_amount: String(delivery.cod_amount),
    notify_recipient: delivery.notify_recipient,
    pickup_contact_name: delivery.pickup_contact_name ?? '',
    pickup_contact_phone: delivery.pickup_contact_phone ?? '',
    pickup_instructions: delivery.pickup_instructions ?? '',
  };
  if (isBeforePickup(delivery)) return all;
  return Object.fromEntries(Object.entries(all).filter(([name]) => ON_THE_WAY.has(name)));
}

function isBeforePickup({ status }: Delivery): boolean {
  return status === 'pending' || status === 'assigned';
}

function Edit({ delivery, etag }: { readonly delivery: Delivery; readonly etag: string | null }): VNode {
  const { route } = useLocation();
  const form = useForm({ limits, initial: valuesOf(delivery) });
  const params = { jobNumber: delivery.job_number };
  const saving = useSaving(form, etag, async () => valuesOf((await client.getDelivery({ params })).data));
  const home = at(`/deliveries/${delivery.job_number}`);
  const isOnTheWay = delivery.status === 'picked_up' || delivery.status === 'in_transit';
  if (!isBeforePickup(delivery) && !isOnTheWay) return <Note>{t.none}</Note>;
  async function save(matching: Matching): Promise<void> {
    await client.updateDelivery({ params, body: asBody(form.changes()), ...matching });
    route(home);
  }
  return (
    <div class="narrow">
      <Form form={form} onSubmit={() => saving.save(save)} label={t.title}>
        <Note>{isOnTheWay ? t.some : t.all}</Note>
        <div class="fields two">
          {!isOnTheWay && <TextField form={form} name="recipient_name" label={newTexts.name} />}
          <PhoneField form={form} name="recipient_phone" label={newTexts.phone} />
          <PhoneField form={form} name="recipient_phone_alt" label={newTexts.phoneAlt} />
          {!isOnTheWay && (
            <>
              <TextField form={form} name="delivery_address" label={newTexts.address} />
              <TextField form={form} name="delivery_landmark" label={newTexts.landmark} />
              <MoneyField
                form={form}
                name="cod_amount"
                label={newTexts.cod}
                currency={delivery.currency}
                hint={t.codHint}
              />
              <div class="whole">
                <LongTextField
                  form={form}
                  name="delivery_instructions"
                  label={newTexts.instructions}
                  rows={2}
                />
              </div>
            </>
          )}
          <div class="whole">
            <TextField form={form} name="delivery_plus_code" label={newTexts.plusCode} />
          </div>
          <TextField form={form} name="delivery_lat" label={newTexts.lat} inputmode="decimal" />
          <TextField form={form} name="delivery_lng" label={newTexts.lng} inputmode="decimal" />
          {!isOnTheWay && (
            <>
              <TextField form={form} name="pickup_contact_name" label={t.pickupContact} />
              <PhoneField form={form} name="pickup_contact_phone" label={t.pickupPhone} />
              <div class="whole">
                <LongTextField form={form} name="pickup_instructions" label={t.pickupNote} rows={2} />
              </div>
              <div class="whole">
                <SwitchField
                  form={form}
                  name="notify_recipient"
                  label={newTexts.tell}
                  hint={newTexts.tellHint}
                />
              </div>
            </>
          )}
        </div>
        {saving.theirs}
        <FormActs form={form} save={t.save} busy={saving.busy}>
          <ButtonLink kind="ghost" href={home}>
            {common.cancel}
          </ButtonLink>
        </FormActs>
      </Form>
    </div>
  );
}
