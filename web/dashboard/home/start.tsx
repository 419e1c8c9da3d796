import { Check } from 'lucide';
import type { VNode } from 'preact';
import { Icon } from '../../kit/parts/icon.tsx';
import { at } from '../paths.ts';
import type { Overview } from './overview.ts';
import { homeTexts as t } from './texts.ts';

type Step = Overview['checklist']['steps'][number]['step'];

/** Where each step is done; what has no page yet is done through the API. */
const PLACES: Readonly<Partial<Record<Step, string>>> = {
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
      <p class="quiet small">{t.startText}</p>
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
                <a
                  class="link small"
                  href={PLACES[step] ? at(PLACES[step]) : '/docs'}
                  aria-label={`${PLACES[step] ? t.doIt : t.byApi}: ${t[step]}`}
                >
                  {PLACES[step] ? t.doIt : t.byApi}
                </a>
              )}
            </li>
          ))}
      </ol>
    </section>
  );
}
