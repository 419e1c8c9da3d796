import type { CottontreeError } from '@cottontree/client';
import type { Address, SaveAddressBody, UpdateAddressBody } from '@cottontree/contract';
import { limits } from 'form:saveAddress';
import { Trash2 } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import type { FormValues } from '../../kit/form/values.ts';
import { hrefOf } from '../../kit/list/address.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { LongTextField, PhoneField, SelectField, SwitchField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { Empty, Loading, NotAllowed, Problem } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import type { PageProps } from '../place.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { addressTexts as t } from './addresses-texts.ts';
import { newTexts } from './new-texts.ts';
import { addressName } from './place-fields.tsx';
import { deliveriesTexts } from './texts.ts';
import { choicesOf } from './words.ts';
import { useSaving, type Matching } from '../../kit/form/thing-form.tsx';

const LIST = '/deliveries/addresses';

function crumbs(): readonly (readonly [string, string])[] {
  return [
    [deliveriesTexts.title, at('/deliveries')],
    [deliveriesTexts.addresses, at(LIST)],
  ];
}

function valuesOf(address?: Address): FormValues {
  const number = (value: number | null | undefined): string => (value == null ? '' : String(value));
  return {
    label: address?.label ?? '',
    city: address?.city ?? '',
    address: address?.address ?? '',
    landmark: address?.landmark ?? '',
    instructions: address?.instructions ?? '',
    contact_name: address?.contact_name ?? '',
    contact_phone: address?.contact_phone ?? '',
    type: address?.type ?? 'both',
    is_default: address?.is_default ?? false,
    plus_code: address?.plus_code ?? '',
    lat: number(address?.lat),
    lng: number(address?.lng),
  };
}

/** Saves a new address. */
export function NewAddressPage(): VNode {
  const { route } = useLocation();
  const form = useForm({ limits, initial: valuesOf(), keep: 'new-address' });
  const save = useAct(client.saveAddress);
  async function send(): Promise<void> {
    // The form has the contract's own fields, checked by its limits.
    if (!(await save.run({ body: form.body() as SaveAddressBody }, form))) return;
    form.reset();
    route(at(LIST));
  }
  return (
    <Page title={t.new} crumbs={crumbs()}>
      {may('shipping:write') ? (
        <AddressForm form={form} save={send} busy={save.busy} />
      ) : (
        <NotAllowed scope="shipping:write" />
      )}
    </Page>
  );
}

/** One saved address: to change, to send to, to delete. */
export function AddressPage({ params }: PageProps): VNode {
  const id = params['id'] ?? '';
  const { address, isGone, error, again, read } = useSavedAddress(id);
  return (
    <Page
      title={address ? addressName(address) : t.edit}
      crumbs={crumbs()}
      acts={address && <AddressActs address={address} />}
    >
      {address ? (
        <EditAddress address={address} read={read} />
      ) : isGone ? (
        <Empty title={common.notHere} text={t.gone} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

type SavedAddress = {
  readonly address: Address | undefined;
  readonly isGone: boolean;
  readonly error: CottontreeError | null;
  readonly again: () => void;
  /** Asks for it as it stands now. */
  readonly read: () => Promise<Address | undefined>;
};

/** The API lists addresses and reads none alone: they are looked through a hundred at a time, the newest first. */
function useSavedAddress(id: string): SavedAddress {
  const [page, setPage] = useState(1);
  const call = { query: { limit: 100, page } };
  const { answer, error, stale, again } = useCall(client.listAddresses, call);
  const known = stale ? undefined : answer;
  const address = known?.data.find((one) => one.id === id);
  const isFurther = known !== undefined && !address && known.meta.has_next_page;
  useEffect(() => {
    if (isFurther) setPage(page + 1);
  }, [isFurther, page]);
  return {
    address,
    isGone: known !== undefined && !address && !isFurther,
    error,
    again,
    read: async () => (await client.listAddresses(call)).data.find((one) => one.id === id),
  };
}

function AddressActs({ address }: { readonly address: Address }): VNode {
  const [asking, setAsking] = useState(false);
  const { route } = useLocation();
  const remove = useAct(client.deleteAddress);
  if (!may('shipping:write')) return <></>;
  return (
    <>
      <ButtonLink
        href={hrefOf(at('/deliveries/new'), {
          recipient_name: address.contact_name,
          recipient_phone: address.contact_phone,
          delivery_address_id: address.type === 'pickup' ? null : address.id,
        })}
      >
        {t.sendThere}
      </ButtonLink>
      <Button kind="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {t.delete}
      </Button>
      {asking && (
        <Confirm
          title={t.deleteTitle(addressName(address))}
          consequences={[t.deleteKeeps, ...(address.is_default ? [t.deleteUsual] : [])]}
          keep={t.keep}
          go={t.delete}
          busy={remove.busy}
          fault={remove.error?.message ?? null}
          onClose={() => setAsking(false)}
          onGo={async () => {
            if (await remove.run({ params: { id: address.id } })) route(at(LIST));
          }}
        />
      )}
    </>
  );
}

function EditAddress({
  address,
  read,
}: {
  readonly address: Address;
  readonly read: SavedAddress['read'];
}): VNode {
  const { route } = useLocation();
  const form = useForm({ limits, initial: valuesOf(address) });
  const saving = useSaving(form, `"${address.version}"`, async () => valuesOf((await read()) ?? address));
  async function send(matching: Matching): Promise<void> {
    const body = form.changes() as UpdateAddressBody;
    await client.updateAddress({ params: { id: address.id }, body, ...matching });
    route(at(LIST));
  }
  return <AddressForm form={form} save={() => saving.save(send)} busy={saving.busy} theirs={saving.theirs} />;
}

function AddressForm({
  form,
  save,
  busy,
  theirs,
}: {
  readonly form: FormState;
  readonly save: () => Promise<void>;
  readonly busy: boolean;
  readonly theirs?: VNode | null;
}): VNode {
  return (
    <div class="narrow">
      <Form form={form} onSubmit={save} label={t.new}>
        <RestoredNote form={form} />
        <div class="fields two">
          <TextField form={form} name="label" label={t.label} hint={t.labelHint} />
          <SelectField form={form} name="type" label={t.use} options={choicesOf(limits['type']?.options)} />
          <TextField form={form} name="city" label={newTexts.city} hint={newTexts.cityHint} />
          <TextField form={form} name="address" label={newTexts.address} hint={newTexts.addressHint} />
          <div class="whole">
            <TextField form={form} name="landmark" label={newTexts.landmark} />
          </div>
          <TextField form={form} name="contact_name" label={t.contactName} />
          <PhoneField form={form} name="contact_phone" label={t.contactPhone} />
          <div class="whole">
            <LongTextField form={form} name="instructions" label={newTexts.instructions} rows={2} />
          </div>
          <TextField form={form} name="plus_code" label={newTexts.plusCode} placeholder="6CW8FQP8+G2" />
          <span class="desk" />
          <TextField form={form} name="lat" label={newTexts.lat} inputmode="decimal" placeholder="8.4863" />
          <TextField form={form} name="lng" label={newTexts.lng} inputmode="decimal" placeholder="-13.2349" />
          <div class="whole">
            <SwitchField form={form} name="is_default" label={t.usual} hint={t.usualHint} />
          </div>
        </div>
        {theirs}
        {may('shipping:write') && (
          <FormActs form={form} save={t.save} busy={busy}>
            <ButtonLink kind="ghost" href={at(LIST)}>
              {common.cancel}
            </ButtonLink>
          </FormActs>
        )}
      </Form>
    </div>
  );
}
