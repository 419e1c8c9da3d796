import { Check } from 'lucide';
import type { VNode } from 'preact';
import { may, mode } from '../../kit/data/session.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { at } from '../paths.ts';
import type { Overview } from './overview.ts';
import { homeTexts as t } from './texts.ts';

type Step = Overview['checklist']['steps'][number]['step'];

/** Where each step is done, and the right that it takes. */
const PLACES: Readonly<Record<Step, readonly [path: string, scope: string]>> = {
  profile: ['/settings', 'merchant:write'],
  pickup_address: ['/deliveries/addresses/new', 'shipping:write'],
  product: ['/till/products/new', 'pos:write'],
  key_used: ['/developers', 'keys:write'],
  webhook_endpoint: ['/developers/webhooks', 'webhooks:write'],
  payment_provider: ['/settings/payments', 'payment_providers:write'],
  first_sale: ['/till/staff/tills', 'pos:admin'],
  first_delivery: ['/deliveries/new', 'shipping:write'],
  event: ['/events/new', 'events:write'],
  first_link: ['/payments/links/new', 'payment_links:write'],
};

/** The first key is made in test mode, so that is where it leads at once. */
function hrefOf(step: Step): string {
  const [path] = PLACES[step];
  return step === 'key_used' ? at(path, 'test') : at(path);
}

/** For a new merchant: steps that start work, each with what it brings; those that are others' to do are not offered. */
export function Start({ checklist }: { readonly checklist: Overview['checklist'] }): VNode | null {
  const steps = checklist.steps.filter(({ step, done }) => done !== null && (done || may(PLACES[step][1])));
  if (steps.every(({ done }) => done)) return null;
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
        {steps.map(({ step, done }) => (
          <li class={done ? 'done' : ''}>
            <span class="home-step">{done && <Icon of={Check} size="s" />}</span>
            <span class="grow">
              <b>{t[step]}</b>
              <span class="small quiet">{t[`${step}More`]}</span>
            </span>
            {done ? (
              <span class="small faint">{t.isDone}</span>
            ) : (
              <a class="link small" href={hrefOf(step)} aria-label={`${t.doIt}: ${t[step]}`}>
                {t.doIt}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
