import type { Answer, AnswerOf } from '@cottontree/client';
import { limits } from 'form:updateMerchant';
import type { VNode } from 'preact';
import { client } from '../../kit/data/client.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { may, mode } from '../../kit/data/session.ts';
import { useFresh } from '../../kit/form/use-fresh.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Card } from '../../kit/parts/card.tsx';
import { LongTextField, PhoneField, TextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { at } from '../paths.ts';
import { Page } from '../shell/page.tsx';
import { settingsTexts as t } from './texts.ts';

type Merchant = AnswerOf<'getMerchant'> extends Answer<infer Data> ? Data : never;

/** Who the business is. */
export function ProfilePage(): VNode {
  const { answer, error, again } = useCall(client.getMerchant, {});
  return (
    <Page title={t.profile} crumbs={[[t.settings, at('/settings')]]}>
      {answer ? (
        <Profile merchant={answer.data} etag={answer.etag} />
      ) : error ? (
        <Problem error={error} again={again} />
      ) : (
        <Loading />
      )}
    </Page>
  );
}

function Profile({ merchant, etag }: { readonly merchant: Merchant; readonly etag: string | null }): VNode {
  const { name, store_name, email, phone, address, time_zone, default_pickup: pickup } = merchant;
  const form = useForm({
    limits,
    initial: { name, store_name, email, phone: phone ?? '', address: address ?? '', time_zone },
  });
  const held = useFresh(form, etag);
  const act = useAct(client.updateMerchant);
  const isLive = mode.value === 'live';
  async function save(): Promise<void> {
    const answer = await act.run({ body: form.changes(), ...(held ? { ifMatch: held } : {}) }, form);
    if (!answer) return;
    form.reset({ ...form.values.value });
    toast(t.saved);
  }
  return (
    <div class="narrow stack">
      <Card title={t.business}>
        <Form form={form} onSubmit={save} label={t.business}>
          <p class="quiet small">{t.businessText}</p>
          <TextField form={form} name="name" label={t.name} />
          <TextField form={form} name="store_name" label={t.storeName} />
          <div class="fields two">
            <TextField form={form} name="email" label={t.email} type="email" inputmode="email" />
            <PhoneField form={form} name="phone" label={t.phone} />
          </div>
          <LongTextField form={form} name="address" label={t.address} rows={2} />
          <TextField form={form} name="time_zone" label={t.timeZone} hint={t.timeZoneHint} />
          {isLive && may('merchant:write') ? (
            <FormActs form={form} save={t.save} busy={act.busy} />
          ) : (
            !isLive && <Note>{t.liveOnly}</Note>
          )}
        </Form>
      </Card>
      <Card
        title={t.pickup}
        end={
          <a class="link" href={at('/deliveries/addresses')}>
            {t.changePickup}
          </a>
        }
      >
        <p>{pickup === null ? t.noPickup : `${pickup.address}, ${pickup.city}`}</p>
      </Card>
    </div>
  );
}
