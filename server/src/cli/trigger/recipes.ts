import type { Client } from '@cottontree/client';
import type { EventKind } from '@cottontree/contract';
import { eventRecipes } from './event-recipes.ts';
import { invoiceRecipes } from './invoice-recipes.ts';
import { paymentRecipes } from './payment-recipes.ts';
import type { Recipe, Triggered } from './recipe.ts';
import { shippingRecipes } from './shipping-recipes.ts';
import { shopRecipes } from './shop-recipes.ts';
import { ticketRecipes } from './ticket-recipes.ts';

/** How a kind of event comes about; a sentence where it cannot be made to. */
export function recipeOf(kind: EventKind): Recipe | string {
  return RECIPES[kind];
}

const RECIPES: Readonly<Record<EventKind, Recipe | string>> = {
  ...shippingRecipes,
  ...eventRecipes,
  ...ticketRecipes,
  ...paymentRecipes,
  ...invoiceRecipes,
  ...shopRecipes,
  'webhooks.endpoint.failing': 'It happens when one of your endpoints has failed for days.',
  'webhooks.endpoint.disabled':
    'It happens when one of your endpoints has failed for five days, or answers 410 to every attempt of a message.',
  'webhooks.endpoint.moved': 'It happens when one of your endpoints is given another url.',
  'webhook.test': testEndpoints,
};

/** Tests go straight to an endpoint's address, so an endpoint that is only polled gets none. */
async function testEndpoints(client: Client): Promise<Triggered> {
  const active = [];
  for await (const endpoint of client.each('listWebhooks'))
    if (endpoint.status === 'active') active.push(endpoint);
  if (active.length === 0)
    throw new Error(
      'There is no active endpoint to send a test to: register one with POST /v1/webhooks. What is only polled, as by listen, gets no tests.',
    );
  const results = [];
  for (const { id, url } of active) {
    const { data } = await client.testWebhook({ params: { id } });
    results.push({
      id: data.delivery_id,
      sentence: `Sent a test to ${url}: ${data.response_status === null ? (data.hint ?? 'no answer') : `it answered ${data.response_status}`}`,
    });
  }
  return {
    did: results.map(({ sentence }) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`)),
    delivery_ids: results.map(({ id }) => id),
  };
}
