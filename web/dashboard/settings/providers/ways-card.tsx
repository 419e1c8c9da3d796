import type { VNode } from 'preact';
import { client } from '../../../kit/data/client.ts';
import { useCall } from '../../../kit/data/queries.ts';
import { membership } from '../../../kit/data/session.ts';
import { moneyText } from '../../../kit/format/money.ts';
import { Card } from '../../../kit/parts/card.tsx';
import { Tag } from '../../../kit/parts/note.tsx';
import { Loading, Problem } from '../../../kit/parts/states.tsx';
import { channelText, providerNames } from '../../payments/words.ts';
import { providerTexts as t } from './texts.ts';
import '../settings.css';

/** Above what any provider allows; what has no limit of its own reaches to the greatest amount that can be written. */
const UNLIMITED = 1e12;

/** How payers can pay now, in the order in which it is tried. */
export function WaysCard(): VNode {
  const { answer, error, again } = useCall(client.listPaymentChannels, {});
  const currency = membership.value?.currency ?? 'SLE';
  return (
    <Card title={t.ways} bare>
      {!answer && (error ? <Problem error={error} again={again} /> : <Loading rows={3} />)}
      <ul class="line-rows">
        {answer?.data.channels.map(({ channel, provider, min_amount, max_amount, available }) => (
          <li key={`${provider} ${channel}`}>
            <span class="grow">
              {channelText(channel)}
              <small class="quiet tiny setting-more">
                {[
                  providerNames[provider] ?? provider,
                  // As much as there can be is no limit that anybody has to know.
                  max_amount < UNLIMITED &&
                    t.between(moneyText(min_amount, currency), moneyText(max_amount, currency)),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span class="end">
              <Tag meaning={available ? 'good' : 'bad'}>{available ? t.open : t.silent}</Tag>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
