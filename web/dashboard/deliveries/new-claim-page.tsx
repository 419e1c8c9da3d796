import type { Call } from '@cottontree/client';
import { limits } from 'form:createClaim';
import { ImagePlus, X } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, shopCurrency } from '../../kit/data/session.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { moneyText } from '../../kit/format/money.ts';
import { useAddress } from '../../kit/list/address.ts';
import { Button, ButtonLink } from '../../kit/parts/button.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { LongTextField, MoneyField, SelectField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { NotAllowed } from '../../kit/parts/states.tsx';
import { common } from '../../kit/text/common.ts';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { claimTexts as t } from './claims-texts.ts';
import { shrinkPicture } from '../../kit/form/shrink-picture.ts';
import { deliveriesTexts } from './texts.ts';
import { choicesOf } from './words.ts';
import './deliveries.css';

/** Claims money back for a delivery, with photos that show why. */
export function NewClaimPage(): VNode {
  return (
    <Page
      title={t.new}
      lead={t.lead}
      crumbs={[
        [deliveriesTexts.title, at('/deliveries')],
        [deliveriesTexts.claims, at('/deliveries/claims')],
      ]}
    >
      {may('shipping:write') ? <NewClaim /> : <NotAllowed scope="shipping:write" />}
    </Page>
  );
}

function NewClaim(): VNode {
  const { query } = useAddress();
  const { route } = useLocation();
  const job = query['job'] ?? '';
  const form = useForm({
    limits,
    initial: { job_number: job, type: 'damaged', amount: '', note: '' },
    keep: `new-claim/${job}`,
  });
  const [photos, setPhotos] = useState<readonly string[]>([]);
  const create = useAct(client.createClaim);
  const amount = form.text('amount').replaceAll(',', '');
  const currency = useCurrencyOf(form.text('job_number').trim());
  async function send(): Promise<void> {
    // The form has the contract's own fields, checked by its limits.
    const body = { ...form.body(), ...(photos.length > 0 ? { photos } : {}) } as Call<'createClaim'>['body'];
    const answer = await create.run({ body }, form);
    if (!answer) return;
    form.reset();
    route(at(`/deliveries/claims/${answer.data.id}`));
  }
  return (
    <div class="narrow">
      <Form form={form} onSubmit={send} label={t.new}>
        <RestoredNote form={form} />
        <TextField form={form} name="job_number" label={t.job} hint={t.jobHint} mono />
        <SelectField form={form} name="type" label={t.type} options={choicesOf(limits['type']?.options)} />
        <MoneyField form={form} name="amount" label={t.amount} currency={currency} />
        <LongTextField form={form} name="note" label={t.note} hint={t.noteHint} />
        <Photos photos={photos} change={setPhotos} />
        <FormActs
          form={form}
          save={Number(amount) > 0 ? t.sendFor(moneyText(amount, currency)) : t.send}
          busy={create.busy}
          always
        >
          <ButtonLink kind="ghost" href={at(job === '' ? '/deliveries/claims' : `/deliveries/${job}`)}>
            {common.cancel}
          </ButtonLink>
        </FormActs>
      </Form>
    </div>
  );
}

/** A claim is in the money of its delivery, which is known once its number is. */
function useCurrencyOf(jobNumber: string): string {
  const isWhole = /^SHP-\w{4}-\w{4}$/i.test(jobNumber);
  const { answer } = useCall(client.getDelivery, isWhole ? { params: { jobNumber } } : null);
  return answer?.data.currency ?? shopCurrency();
}

const PHOTOS_MAX = 5;

function Photos({
  photos,
  change,
}: {
  readonly photos: readonly string[];
  readonly change: (photos: readonly string[]) => void;
}): VNode {
  const [fault, setFault] = useState<string | null>(null);
  async function add(files: FileList | null): Promise<void> {
    const small = await Promise.all([...(files ?? [])].map(shrinkPicture));
    setFault(small.includes(null) ? t.badPhoto : null);
    change([...photos, ...small.filter((photo) => photo !== null)].slice(0, PHOTOS_MAX));
  }
  return (
    <div class="field">
      <span>{t.photos}</span>
      <div class="proof-pictures">
        {photos.map((photo, index) => (
          <span class="photo">
            <img src={`data:image/jpeg;base64,${photo}`} alt={`${t.photos} ${index + 1}`} />
            <Button
              icon={X}
              size="s"
              label={t.dropPhoto}
              onClick={() => change(photos.filter((_, other) => other !== index))}
            />
          </span>
        ))}
      </div>
      {photos.length < PHOTOS_MAX && (
        <label class="button plain file-button">
          <Icon of={ImagePlus} />
          {t.addPhoto}
          <input
            type="file"
            class="hidden-text"
            accept="image/*"
            multiple
            onChange={(event) => void add(event.currentTarget.files)}
          />
        </label>
      )}
      <small class={fault === null ? '' : 'fault'}>{fault ?? t.photosHint}</small>
    </div>
  );
}
