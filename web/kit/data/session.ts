import { hasStorage, speakAs } from '../text/locale.ts';
import { computed, effect, signal } from '@preact/signals';
import type { Answer, AnswerOf } from '@cottontree/client';
import { timeZone } from '../format/time.ts';
import { operator } from './operator.ts';

/** Who is signed in, as `GET /account/me` tells it. */
export type Account = AnswerOf<'getMemberAccount'> extends Answer<infer Data> ? Data : never;
export type Membership = Account['memberships'][number];
export type Mode = 'live' | 'test';

/** Each tab goes on with its own shop, whatever another has chosen since; a new tab begins with the one chosen last. */
const SHOP_KEY = 'ct.merchant';

/** Undefined until it was asked, null while nobody is signed in. */
export const account = signal<Account | null | undefined>(undefined);
effect(() => {
  if (account.value) speakAs(account.value.locale);
});
/** Whether the session ended while somebody was at work: signing in again goes on where they were. */
export const sessionEnded = signal(false);
/** How often the server refused what the role should allow: it may be another one by now. */
export const rightsDoubted = signal(0);
/** Live data, or test data; the address says which. */
export const mode = signal<Mode>('live');
const chosenShop = signal(
  hasStorage() ? (sessionStorage.getItem(SHOP_KEY) ?? localStorage.getItem(SHOP_KEY)) : null,
);

/** The shop that is worked for: the one chosen last, else the first. */
export const membership = computed<Membership | null>(() => {
  const all = account.value?.memberships ?? [];
  return all.find(({ merchant_id }) => merchant_id === chosenShop.value) ?? all[0] ?? null;
});

effect(() => {
  if (!membership.value) return;
  timeZone.value = membership.value.time_zone;
  if (hasStorage()) sessionStorage.setItem(SHOP_KEY, membership.value.merchant_id);
});

/** The money of the shop, for an amount that is of nothing yet. */
export function shopCurrency(): string {
  return membership.value?.currency ?? 'SLE';
}

/** Works for another shop from now on. */
export function chooseShop(merchantId: string): void {
  localStorage.setItem(SHOP_KEY, merchantId);
  chosenShop.value = merchantId;
}

/** Whether the person's role has a right. */
export function may(scope: string): boolean {
  const scopes: readonly string[] = operator.value?.scopes ?? membership.value?.scopes ?? [];
  return scopes.includes('*') || scopes.includes(scope);
}
