import type { DeliverySummary } from '@cottontree/contract';
import { limits } from 'form:rateDelivery';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { useAct } from '../../kit/data/queries.ts';
import { may } from '../../kit/data/session.ts';
import { nearText } from '../../kit/format/time.ts';
import { useForm } from '../../kit/form/use-form.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Card, KeyValues } from '../../kit/parts/card.tsx';
import { LongTextField } from '../../kit/parts/fields.tsx';
import { Form, FormActs } from '../../kit/parts/form.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';

type Props = { readonly delivery: DeliverySummary };

/** What shows that it was handed over. */
export function ProofCard({ delivery }: Props): VNode | null {
  const { proof, delivered_at } = delivery;
  if (delivered_at === null && proof === null) return null;
  const pictures = [
    [proof?.photo_url, t.photo],
    [proof?.signature_url, t.signature],
  ] as const;
  return (
    <Card title={t.proof}>
      {proof === null ? (
        <p class="small quiet">{t.noProof}</p>
      ) : (
        <div class="stack">
          {proof.recipient_name !== null && <KeyValues rows={[[t.takenBy, proof.recipient_name]]} />}
          <div class="proof-pictures">
            {pictures.map(
              ([url, name]) =>
                url && (
                  <a href={url} target="_blank" rel="noopener noreferrer">
                    <img src={url} alt={name} loading="lazy" />
                  </a>
                ),
            )}
          </div>
          {pictures.some(([url]) => url) && <p class="tiny faint">{t.proofKept}</p>}
        </div>
      )}
    </Card>
  );
}

const STARS = [1, 2, 3, 4, 5] as const;
const RATED_UNTIL_MS = 30 * 86_400_000;

/** How the delivery was found to be; the shop may say it for the recipient. */
export function RatingCard({ delivery }: Props): VNode | null {
  const [asking, setAsking] = useState(false);
  const { rating, delivered_at } = delivery;
  if (delivered_at === null) return null;
  const mayRate = may('shipping:write') && Date.now() - Date.parse(delivered_at) < RATED_UNTIL_MS;
  if (rating === null && !mayRate) return null;
  return (
    <Card title={t.rating}>
      <div class="stack">
        {rating !== null && (
          <div>
            <b>{t.stars(rating.stars)}</b>{' '}
            <span class="small quiet">
              {t.ratedBy(rating.by === 'merchant' ? t.you : t.theRecipient)}, {nearText(rating.at)}
            </span>
            {rating.comment !== null && <p class="quiet">“{rating.comment}”</p>}
          </div>
        )}
        {asking ? (
          <RateForm delivery={delivery} close={() => setAsking(false)} />
        ) : (
          mayRate && (
            <div>
              <Button size="s" onClick={() => setAsking(true)}>
                {rating === null ? t.rate : t.rateAgain}
              </Button>
            </div>
          )
        )}
      </div>
    </Card>
  );
}

function RateForm({ delivery, close }: Props & { readonly close: () => void }): VNode {
  const form = useForm({ limits, initial: { comment: delivery.rating?.comment ?? '' } });
  const [stars, setStars] = useState<number>(delivery.rating?.stars ?? STARS.length);
  const rate = useAct(client.rateDelivery);
  async function send(): Promise<void> {
    const comment = form.text('comment').trim();
    const params = { jobNumber: delivery.job_number };
    if (await rate.run({ params, body: { stars, ...(comment === '' ? {} : { comment }) } }, form)) close();
  }
  return (
    <Form form={form} onSubmit={send} label={t.rate}>
      <Segmented
        label={t.rating}
        options={STARS.map((count) => [count, String(count)] as const)}
        value={stars}
        onChange={setStars}
      />
      <LongTextField form={form} name="comment" label={t.comment} rows={2} />
      <FormActs form={form} save={t.rate} busy={rate.busy} always>
        <Button kind="ghost" onClick={close}>
          {t.notNow}
        </Button>
      </FormActs>
    </Form>
  );
}
