import type { Address } from '@cottontree/contract';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useCall } from '../../kit/data/queries.ts';
import type { FormState } from '../../kit/form/use-form.ts';
import { LongTextField, PhoneField, SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { TYPED_PLACE } from './new-delivery-form.ts';
import { newTexts as t } from './new-texts.ts';

type Props = { readonly form: FormState };

const SAVED_MAX = 100;
const PHONE = /^\+?[\d\s()-]{8,}$/;

/** How a saved address is called. */
export function addressName({ label, contact_name, address, city }: Address): string {
  return [label ?? contact_name, `${address}, ${city}`].filter(Boolean).join(': ');
}

/** Who gets it and where: a saved address, or one that is typed. */
export function RecipientFields({ form }: Props): VNode {
  const saved = useCall(client.listAddresses, { query: { limit: SAVED_MAX } }).answer?.data ?? [];
  const places = saved.filter(({ type }) => type !== 'pickup');
  const isSaved = form.text('delivery_address_id') !== '';
  return (
    <section class="form-part">
      <h2>{t.where}</h2>
      <div class="fields two">
        <TextField form={form} name="recipient_name" label={t.name} autofocus />
        <div>
          <PhoneField form={form} name="recipient_phone" label={t.phone} hint={t.phoneHint} />
          {!isSaved && <Offered form={form} />}
        </div>
        {places.length > 0 && (
          <div class="whole">
            <SelectField
              form={form}
              name="delivery_address_id"
              label={t.saved}
              none={t.another}
              options={places.map((place) => [place.id, addressName(place)] as const)}
            />
          </div>
        )}
        {!isSaved && <TypedPlace form={form} />}
        <div class="whole">
          <TextField form={form} name="delivery_instructions" label={t.instructions} />
        </div>
      </div>
    </section>
  );
}

/** What was saved for the phone that is typed. */
function Offered({ form }: Props): VNode | null {
  const phone = form.text('recipient_phone').trim();
  const { answer } = useCall(client.listAddresses, PHONE.test(phone) ? { query: { phone, limit: 3 } } : null);
  const found = PHONE.test(phone) ? (answer?.data ?? []) : [];
  if (found.length === 0) return null;
  return (
    <p class="offered small">
      {t.savedFor}{' '}
      {found.map((place) => (
        <Button
          size="s"
          onClick={() => {
            form.set('delivery_address_id', place.id);
            if (form.text('recipient_name') === '') form.set('recipient_name', place.contact_name ?? '');
          }}
        >
          {`${place.address}, ${place.city}`}
        </Button>
      ))}
    </p>
  );
}

function TypedPlace({ form }: Props): VNode {
  return (
    <>
      <TextField form={form} name="delivery_city" label={t.city} hint={t.cityHint} />
      <TextField form={form} name="delivery_address" label={t.address} hint={t.addressHint} />
      <div class="whole">
        <TextField form={form} name="delivery_landmark" label={t.landmark} />
      </div>
      <details class="whole more-fields">
        <summary>{t.pin}</summary>
        <div class="fields two">
          <TextField form={form} name="delivery_plus_code" label={t.plusCode} placeholder="6CW8FQP8+G2" />
          <PhoneField form={form} name="recipient_phone_alt" label={t.phoneAlt} />
          <TextField form={form} name="delivery_lat" label={t.lat} inputmode="decimal" placeholder="8.4863" />
          <TextField
            form={form}
            name="delivery_lng"
            label={t.lng}
            inputmode="decimal"
            placeholder="-13.2349"
          />
        </div>
      </details>
      <div class="whole">
        <SwitchField form={form} name="keep_address" label={t.keepAddress} />
      </div>
    </>
  );
}

/** Where it is fetched: the usual place, another saved one, or one that is typed. */
export function PickupFields({ form }: Props): VNode {
  const saved = useCall(client.listAddresses, { query: { limit: SAVED_MAX } }).answer?.data ?? [];
  const places = saved.filter(({ type }) => type !== 'delivery');
  const usual = places.find(({ is_default }) => is_default);
  const chosen = form.text('pickup_address_id');
  const isTyped = chosen === TYPED_PLACE || (usual === undefined && chosen === '');
  return (
    <section class="form-part">
      <h2>{t.fetched}</h2>
      <div class="fields two">
        {places.length > 0 && (
          <div class="whole">
            <SelectField
              form={form}
              name="pickup_address_id"
              label={t.saved}
              none={usual ? t.usual(addressName(usual)) : t.noUsual}
              options={[
                ...places
                  .filter((place) => place !== usual)
                  .map((place) => [place.id, addressName(place)] as const),
                [TYPED_PLACE, t.another],
              ]}
            />
          </div>
        )}
        {isTyped && (
          <>
            <TextField form={form} name="pickup_city" label={t.city} hint={t.cityHint} mark={false} />
            <TextField form={form} name="pickup_address" label={t.address} />
            <TextField form={form} name="pickup_landmark" label={t.landmark} />
            <TextField form={form} name="pickup_contact_name" label={t.contact} />
            <PhoneField form={form} name="pickup_contact_phone" label={t.contactPhone} />
          </>
        )}
        <div class="whole">
          <LongTextField form={form} name="pickup_instructions" label={t.instructions} rows={2} />
        </div>
      </div>
    </section>
  );
}
