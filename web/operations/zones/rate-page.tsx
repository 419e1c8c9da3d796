import type { RateCard } from '@cottontree/contract';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { operator } from '../../kit/data/operator.ts';
import { useAct, useCall } from '../../kit/data/queries.ts';
import { momentText } from '../../kit/format/time.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { LongTextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs, RestoredNote } from '../../kit/parts/form.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Loading, Problem } from '../../kit/parts/states.tsx';
import { Status } from '../../kit/parts/status.tsx';
import { at } from '../paths.ts';
import type { PageProps } from '../place.ts';
import { Columns, Page } from '../shell/page.tsx';
import { DiscardDialog, PublishDialog } from './rate-dialogs.tsx';
import { RateFields } from './rate-fields.tsx';
import { rateTexts as t } from './rate-texts.ts';
import { ReplayCard, TryCard } from './rate-trials.tsx';
import { figuresOf, rateLimits, surchargesOf, valuesOf, type Surcharge } from './rate-values.ts';
import { Surcharges } from './surcharges.tsx';

/** One card: its figures, what it would have asked for past parcels, and publishing it. */
export function RatePage({ params }: PageProps): VNode {
  const version = params['version'] ?? '';
  const { answer, error, again } = useCall(client.getRateCard, { params: { version } });
  const [act, setAct] = useState<'publish' | 'discard' | null>(null);
  const card = answer?.data;
  const isChief = operator.value?.user.role === 'operator';
  const isDraft = card?.status === 'draft';
  return (
    <Page
      title={t.versionOf(Number(version))}
      up={{ name: t.rates, href: at('/zones/rates') }}
      badge={card && <Status of="rate_card" status={card.status} pill />}
      {...(card ? { lead: leadOf(card) } : {})}
      acts={
        isDraft &&
        isChief && (
          <>
            <Button kind="primary" onClick={() => setAct('publish')}>
              {t.publish}
            </Button>
            <Menu items={[{ name: t.discard, danger: true, onClick: () => setAct('discard') }]} />
          </>
        )
      }
    >
      {error && !answer ? (
        <Problem error={error} again={again} />
      ) : card ? (
        <Columns
          main={
            <Figures card={card} mayChange={isDraft && isChief} key={`${card.version} ${card.updated_at}`} />
          }
          side={
            <>
              {isChief && <TryCard version={version} />}
              <ReplayCard version={version} />
            </>
          }
        />
      ) : (
        <Loading kind="detail" />
      )}
      {card && act === 'publish' && <PublishDialog card={card} onClose={() => setAct(null)} />}
      {card && act === 'discard' && <DiscardDialog card={card} onClose={() => setAct(null)} />}
    </Page>
  );
}

function leadOf({ status, in_force: inForce, effective_at: at }: RateCard): string {
  if (status === 'draft') return t.draftLead;
  if (status === 'retired') return t.retiredLead;
  return inForce || at === null ? t.inForceLead : t.comesLead(momentText(at));
}

type UpdateBody = Parameters<typeof client.updateRateCard>[0]['body'];

function Figures({ card, mayChange }: { readonly card: RateCard; readonly mayChange: boolean }): VNode {
  const form = useForm({ limits: rateLimits, initial: valuesOf(card), keep: `rates/${card.version}` });
  const [surcharges, setSurcharges] = useState<readonly Surcharge[]>(surchargesOf(card));
  const update = useAct(client.updateRateCard);
  async function save(): Promise<void> {
    const body = { card: figuresOf(form, surcharges), note: form.text('note').trim() || null } as UpdateBody;
    if (await update.run({ params: { version: String(card.version) }, body }, form)) form.forget();
  }
  return (
    <Form form={form} onSubmit={save} label={t.figures}>
      <RestoredNote form={form} />
      <fieldset class="plain-fieldset" disabled={!mayChange}>
        <div class="stack">
          <RateFields form={form} currency={String(card.card['currency'] ?? 'SLE')} />
          <Surcharges
            surcharges={surcharges}
            change={(next) => {
              setSurcharges(next);
              form.set('note', form.text('note'));
            }}
            mayChange={mayChange}
          />
          <LongTextField form={form} name="note" label={t.note} hint={t.noteHint} rows={2} />
        </div>
      </fieldset>
      {mayChange && <FormActs form={form} save={t.save} busy={update.busy} />}
    </Form>
  );
}
