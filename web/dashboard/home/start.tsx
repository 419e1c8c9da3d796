import { Check } from 'lucide';
import type { VNode } from 'preact';
import { mode } from '../../kit/data/session.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { at } from '../paths.ts';
import type { Overview } from './overview.ts';
import { homeTexts as t } from './texts.ts';

type Step = Overview['checklist']['steps'][number]['step'];

/** Where each step is done. */
const PLACES: Readonly<Record<Step, string>> = {
  profile: '/settings',
  pickup_address: '/deliveries/addresses/new',
  product: '/till/products/new',
  key_used: '/developers',
  webhook_endpoint: '/developers/webhooks',
  payment_provider: '/settings/payments',
  first_sale: '/till/staff/tills',
  first_delivery: '/deliveries/new',
  event: '/events/new',
  first_link: '/payments/links/new',
};

/** For a new merchant: steps that start work, each with what it brings. */
export function Start({ checklist }: { readonly checklist: Overview['checklist'] }): VNode {
  return (
    <section class="home-start">
      <div class="row wrap">
        <h2 class="grow">{t.start}</h2>
        <span class="small faint">{t.doneOf(checklist.done, checklist.of)}</span>
      </div>
      <p class="quiet small">
        {t.startText}{' '}
        {mode.value === 'live' && (
          <a class="link" href={at('/', 'test')}>
            {t.tryTest}
          </a>
        )}
      </p>
      <ol>
        {checklist.steps
          .filter(({ done }) => done !== null)
          .map(({ step, done }) => (
            <li class={done ? 'done' : ''}>
              <span class="home-step">{done && <Icon of={Check} size="s" />}</span>
              <span class="grow">
                <b>{t[step]}</b>
                <span class="small quiet">{t[`${step}More`]}</span>
              </span>
              {done ? (
                <span class="small faint">{t.isDone}</span>
              ) : (
                <a class="link small" href={at(PLACES[step])} aria-label={`${t.doIt}: ${t[step]}`}>
                  {t.doIt}
                </a>
              )}
            </li>
          ))}
      </ol>
    </section>
  );
}
