import type { Delivery, LabelPaper } from '@cottontree/contract';
import { useQueries } from '@tanstack/preact-query';
import { Download, Printer } from 'lucide';
import { encodeQR } from 'qr';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { saveFile } from '../../kit/data/files.ts';
import { membership, mode } from '../../kit/data/session.ts';
import { phoneText } from '../../kit/format/phone.ts';
import { useAddress } from '../../kit/list/address.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Empty, Loading } from '../../kit/parts/states.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { locale } from '../../kit/text/locale.ts';
import { toast } from '../../kit/parts/toast.tsx';
import { common } from '../../kit/text/common.ts';
import { counted, texts } from '../../kit/text/texts.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { deliveriesTexts } from './texts.ts';
import './labels.css';

const t = texts(
  {
    title: 'Labels',
    lead: (count: number) => `${counted(count, 'label', 'labels')}. No code stands on them.`,
    missing: (count: number) => `${counted(count, 'delivery was', 'deliveries were')} not found.`,
    pdf: 'Save as PDF',
    paper: 'Printed on',
    roll: 'Labels, 100 × 150 mm',
    sheet: 'A4, four to a sheet',
    place: 'First free place on the sheet',
    none: 'No delivery is chosen',
    noneMore: 'Choose deliveries in the list, then print their labels.',
    from: 'From',
    to: 'To',
    collect: 'Collect',
    nothing: 'Nothing to collect',
    fragile: 'FRAGILE',
    test: 'TEST',
  },
  {
    title: 'Lebul dɛn',
    lead: (count) => `${count} lebul. Nɔ kod nɔ de pan dɛn.`,
    missing: (count) => `${count} dilivri wi nɔ si.`,
    pdf: 'Kip am lɛk PDF',
    paper: 'Print am pan',
    roll: 'Lebul, 100 × 150 mm',
    sheet: 'A4, fo pan wan shit',
    place: 'Di fɔs ples we fri pan di shit',
    none: 'Yu nɔ pik ɛni dilivri',
    noneMore: 'Pik dilivri dɛn na di list, den print dɛn lebul.',
    from: 'Frɔm',
    to: 'To',
    collect: 'Kɔlɛkt',
    nothing: 'Natin fɔ kɔlɛkt',
    fragile: 'I KIN BROK',
    test: 'TƐST',
  },
);

const LABELS_MAX = 100;

/** Labels to print and to stick on parcels: one a page. */
export function LabelsPage(): VNode {
  const { query } = useAddress();
  const jobs = (query['jobs'] ?? '').split(',').filter(Boolean).slice(0, LABELS_MAX);
  const read = useQueries({
    queries: jobs.map((jobNumber) => ({
      queryKey: ['label', membership.value?.merchant_id ?? '', mode.value, jobNumber],
      queryFn: async () => (await client.getDelivery({ params: { jobNumber } })).data,
    })),
  });
  const found = read.flatMap(({ data }) => (data ? [data] : []));
  const missing = read.filter(({ isError }) => isError).length;
  return (
    <Page
      title={t.title}
      crumbs={[[deliveriesTexts.title, at('/deliveries')]]}
      lead={t.lead(found.length)}
      acts={
        found.length > 0 && (
          <Button icon={Printer} onClick={() => print()}>
            {common.print}
          </Button>
        )
      }
    >
      {found.length > 0 && <LabelsFile jobs={found.map(({ job_number: number }) => number)} />}
      {missing > 0 && <p class="fault">{t.missing(missing)}</p>}
      {jobs.length === 0 && <Empty title={t.none} text={t.noneMore} />}
      {read.some(({ isPending }) => isPending) && <Loading />}
      <div class="labels">
        {found.map((delivery) => (
          <Label delivery={delivery} key={delivery.job_number} />
        ))}
      </div>
    </Page>
  );
}

const PLACES = [1, 2, 3, 4] as const;

/** The same labels as a file, for a label printer or for sheets to cut. */
function LabelsFile({ jobs }: { readonly jobs: readonly string[] }): VNode {
  const [paper, setPaper] = useState<LabelPaper>('100x150');
  const [place, setPlace] = useState<number>(1);
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      const body = { job_numbers: [...jobs], paper, lang: locale.value, first_place: place };
      saveFile((await client.printLabels({ body })).data, `${t.title} ${jobs[0] ?? ''}.pdf`);
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  }
  return (
    <div class="row wrap labels-file">
      <Segmented
        label={t.paper}
        options={[
          ['100x150', t.roll],
          ['a4', t.sheet],
        ]}
        value={paper}
        onChange={setPaper}
      />
      {paper === 'a4' && (
        <>
          <span aria-hidden="true">{t.place}</span>
          <Segmented
            label={t.place}
            options={PLACES.map((one) => [one, String(one)] as const)}
            value={place}
            onChange={setPlace}
          />
        </>
      )}
      <Button kind="primary" icon={Download} busy={busy} onClick={() => void save()}>
        {t.pdf}
      </Button>
    </div>
  );
}

function Label({ delivery }: { readonly delivery: Delivery }): VNode {
  const { job_number, cod_amount, currency } = delivery;
  return (
    <article class="label" aria-label={job_number}>
      <header>
        <div>
          <b>{delivery.store_name}</b>
          <p>
            {t.from} {[delivery.pickup_address, delivery.pickup_city].filter(Boolean).join(', ')}
          </p>
          {delivery.pickup_contact_phone !== null && <p>{phoneText(delivery.pickup_contact_phone)}</p>}
        </div>
        <QrCode text={job_number} />
      </header>
      <section>
        <p>{t.to}</p>
        <b class="label-name">{delivery.recipient_name ?? deliveriesTexts.noName}</b>
        <p class="label-place">
          {delivery.delivery_address}
          <br />
          {delivery.delivery_city}
        </p>
        {delivery.delivery_landmark !== null && <p>{delivery.delivery_landmark}</p>}
        {delivery.recipient_phone !== null && (
          <p class="label-phone">{phoneText(delivery.recipient_phone)}</p>
        )}
        {delivery.delivery_instructions !== null && <p>{delivery.delivery_instructions}</p>}
      </section>
      <footer>
        <div>
          <b class="mono label-job">{job_number}</b>
          <p>{delivery.order_number}</p>
          {delivery.package_description !== null && <p>{delivery.package_description}</p>}
        </div>
        <div class="label-cash">
          {delivery.fragile && <b>{t.fragile}</b>}
          {!delivery.livemode && <b>{t.test}</b>}
          {cod_amount > 0 ? (
            <>
              <p>{t.collect}</p>
              <b class="label-amount">
                <Money amount={cod_amount} currency={currency} />
              </b>
            </>
          ) : (
            <p>{t.nothing}</p>
          )}
        </div>
      </footer>
    </article>
  );
}

/** Squares of a QR code as one path, so that it prints sharp. */
function QrCode({ text }: { readonly text: string }): VNode {
  const rows = encodeQR(text, 'raw', { border: 1 });
  const path = rows
    .flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return (
    <svg class="label-qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={text}>
      <path d={path} />
    </svg>
  );
}
