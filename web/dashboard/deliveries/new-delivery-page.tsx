import { CottontreeError } from '@cottontree/client';
import type { CreateDeliveryBody, Quote } from '@cottontree/contract';
import { limits } from 'form:createDelivery';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { offlineSince } from '../../kit/data/network.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, mode } from '../../kit/data/session.ts';
import { useForm, type FormState } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { faultsIn } from '../../kit/form/values.ts';
import { useAddress } from '../../kit/list/address.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Form, FormFault, RestoredNote } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { NotAllowed } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Columns, Page } from '../shell/page.tsx';
import { beginning, bodyOfNew, lacksTime, quoteOf } from './new-delivery-form.ts';
import { newTexts as t } from './new-texts.ts';
import { MoreFields, ParcelFields, SimulationFields } from './parcel-fields.tsx';
import { PickupFields, RecipientFields } from './place-fields.tsx';
import { QuotePanel } from './quote-panel.tsx';
import { deliveriesTexts } from './texts.ts';
import './deliveries.css';

/** A new delivery: the form, and beside it what it costs as it stands. */
export function NewDeliveryPage(): VNode {
  const crumbs = [[deliveriesTexts.title, at('/deliveries')] as const];
  return (
    <Page title={t.title} crumbs={crumbs}>
      {may('shipping:write') ? <NewDelivery /> : <NotAllowed scope="shipping:write" />}
    </Page>
  );
}

function NewDelivery(): VNode {
  const { query } = useAddress();
  const { route } = useLocation();
  const form = useForm({ limits: LIMITS, initial: beginning(query), keep: 'new-delivery' });
  useTypedPlace(form);
  const create = useAct(client.createDelivery);
  const { quote, error, settled, lacksPickup } = useQuote(form);
  const twin = create.error?.code === 'DUPLICATE_DELIVERY' ? create.error.details['job_number'] : undefined;

  async function send(): Promise<void> {
    if (lacksPickup) return form.show({ pickup_city: common.required });
    // The form has the contract's own fields, checked by its limits.
    const body = bodyOfNew(form) as CreateDeliveryBody;
    const answer = await create.run(
      { body: { ...body, ...(quote ? { quote_id: quote.quote_id } : {}) } },
      form,
    );
    if (!answer) return;
    if (form.get('keep_address') === true) await keepAddress(body);
    form.reset();
    const { job_number } = answer.data;
    toast(t.made(job_number), { name: t.open, href: at('/deliveries/new') });
    route(at(`/deliveries/${job_number}`));
  }

  const off = offReason({ error, settled });
  const isUntimed = lacksTime(form.body());
  const missing = lacksPickup ? t.sayFetched : t.sayWhere;
  const hint = off || (error ? t.mend : quote === null && !isUntimed && missing);
  return (
    <Form form={form} onSubmit={send} label={t.title}>
      <Columns
        main={
          <>
            <RestoredNote form={form} />
            <RecipientFields form={form} />
            <ParcelFields form={form} />
            <PickupFields form={form} />
            <MoreFields form={form} />
            {mode.value === 'test' && <SimulationFields form={form} />}
          </>
        }
        side={
          <div class="quote-side">
            <QuotePanel
              quote={quote}
              error={error}
              empty={isUntimed ? t.quoteWhen : lacksPickup ? t.quoteFetched : t.quoteEmpty}
              take={(end, town) => form.set(end === 'pickup' ? 'pickup_city' : 'delivery_city', town)}
            />
            {typeof twin === 'string' && <Twin form={form} job={twin} />}
            <FormFault form={form} />
            <Button type="submit" kind="primary" size="big" wide busy={create.busy} off={off}>
              {quote ? t.sendFor(moneyText(quote.shipping_fee, quote.currency)) : t.send}
            </Button>
            {hint && <p class="small quiet">{hint}</p>}
          </div>
        }
      />
    </Form>
  );
}

/** A place that is typed needs both; the contract leaves it to the saved address that may stand in its place. */
const LIMITS = {
  ...limits,
  delivery_city: { ...limits['delivery_city'], required: true },
  delivery_address: { ...limits['delivery_address'], required: true },
} as const;

/** With a saved address there is nothing to type, and nothing to check. */
function useTypedPlace(form: FormState): void {
  const isSaved = form.text('delivery_address_id') !== '';
  useEffect(() => {
    const { delivery_city: city, delivery_address: address, ...others } = form.values.value;
    form.values.value = isSaved
      ? others
      : { ...others, delivery_city: city ?? '', delivery_address: address ?? '' };
  }, [isSaved]);
}

/** Wrong or missing fields are no reason: whoever presses is led to the first of them. */
function offReason({ error, settled }: Pick<Priced, 'error' | 'settled'>): string | false {
  if (offlineSince.value !== null) return common.offlineMore;
  if (error && !Array.isArray(error.details['fields'])) return error.message;
  return !settled && t.reckoning;
}

/** The order is under way already: to it, or a second one on purpose. */
function Twin({ form, job }: { readonly form: FormState; readonly job: string }): VNode {
  return (
    <Note meaning="wait">
      {t.exists}{' '}
      <a class="link mono" href={at(`/deliveries/${job}`)}>
        {job}
      </a>
      .{' '}
      <Button
        size="s"
        onClick={() => form.set('allow_duplicate', true)}
        pressed={form.get('allow_duplicate') === true}
      >
        {t.makeAnyway}
      </Button>
    </Note>
  );
}

async function keepAddress(body: CreateDeliveryBody): Promise<void> {
  const { delivery_address: address, delivery_city: city } = body;
  if (address === undefined || city === undefined) return;
  try {
    await client.saveAddress({
      body: {
        address,
        city,
        type: 'delivery',
        ...(body.delivery_landmark ? { landmark: body.delivery_landmark } : {}),
        ...(body.recipient_name ? { contact_name: body.recipient_name } : {}),
        ...(body.recipient_phone ? { contact_phone: body.recipient_phone } : {}),
        ...(body.delivery_instructions ? { instructions: body.delivery_instructions } : {}),
      },
    });
  } catch (error) {
    if (!(error instanceof CottontreeError)) throw error;
    toast(t.addressNotKept(error.message));
  }
}

type Priced = {
  readonly quote: Quote | null;
  readonly error: CottontreeError | null;
  /** Whether the price is that of what stands in the form now. */
  readonly settled: boolean;
  /** Whether nobody has said where it is fetched, here or as the usual place. */
  readonly lacksPickup: boolean;
};

const TYPING_MS = 400;
/** A quote holds for half an hour; a form may stand open longer. */
const ANEW_MS = 10 * 60_000;

/** The price of what stands in the form, asked for when somebody stops typing. */
function useQuote(form: FormState): Priced {
  const asked = JSON.stringify(quoteOf(bodyOfNew(form)));
  const [settled, settle] = useState(asked);
  useEffect(() => {
    const timer = setTimeout(() => settle(asked), TYPING_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  const query = JSON.parse(settled) as ReturnType<typeof quoteOf>;
  const { answer, error, stale, loading } = useCall(client.getQuote, query === null ? null : { query }, {
    everyMs: ANEW_MS,
  });
  useEffect(() => {
    const { '': _whole, ...atFields } = error ? faultsIn(error, form.values.value) : {};
    // Without going there: somebody is typing.
    if (Object.keys(atFields).length > 0) form.faults.value = { ...form.faults.value, ...atFields };
  }, [error]);
  const lacksPickup = query !== null && error?.code === 'PICKUP_ADDRESS_REQUIRED';
  const isNow = settled === asked && !stale && !loading;
  return {
    quote: query === null || error ? null : (answer?.data ?? null),
    error: query === null || lacksPickup ? null : error,
    settled: isNow,
    lacksPickup,
  };
}
