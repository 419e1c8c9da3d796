import { accentUsed, currencies, isCurrency, type Currency, type Sale } from '@cottontree/contract';
import { effect, signal } from '@preact/signals';
import type { ComponentChildren, VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { connectFrame, flagProp, frameProps, isConnected, tellPage, textProp } from '../../embed/frame.ts';
import { createSessionProp } from '../../embed/session-prop.ts';
import { Note } from '../../kit/parts/note.tsx';
import { hasStorage, locale } from '../../kit/text/locale.ts';
import { currency } from '../data/money.tsx';
import { lastSold } from '../state/finish-sale.ts';
import type { MadeSale } from '../data/till-store.ts';
import { terminal } from '../state/signals.ts';
import { enterBySession } from './enter-by-session.ts';
import { t } from './texts.ts';
import './embedded.css';

/** What the page may switch off, and whether it is there by itself. */
const SWITCHES = {
  images: ['showImages', true],
  search: ['showSearch', true],
  categories: ['showCategories', true],
  inventory: ['showInventory', true],
  discounts: ['allowDiscounts', true],
  print: ['enablePrint', true],
  cash: ['allowCash', true],
  qr: ['allowQR', true],
  wallet: ['allowMobileMoney', true],
} as const;

/** Whether the browser may drop what this till keeps; null: it was not asked yet. */
const mayBeDropped = signal<boolean | null>(null);

const session = createSessionProp(enterBySession);

/** The till in a page of the shop: it looks and offers what that page says, and tells it of each sale. */
export function Embedded({ children }: { readonly children: ComponentChildren }): VNode {
  useEffect(() => {
    connectFrame();
    void navigator.storage
      ?.persist()
      .catch(() => false)
      .then((kept) => (mayBeDropped.value = !kept));
    const ends = [effect(dress), effect(tellSale), hasStorage() ? session.watch() : effect(tellUnkept)];
    return () => ends.forEach((end) => end());
  }, []);
  return (
    <>
      {mayBeDropped.value === true && terminal.value !== null && <OwnWindow text={t.mayBeDropped} />}
      {session.refusal.value !== '' && (
        <div class="embedded-note">
          <Note meaning="wait">{session.refusal.value}</Note>
        </div>
      )}
      {!hasStorage() && <OwnWindow text={t.keepsNothing} />}
      {hasStorage() && session.isHeard.value && children}
    </>
  );
}

/** Why a window of its own is better, and the way there. */
function OwnWindow({ text }: { readonly text: string }): VNode {
  return (
    <div class="embedded-note">
      <Note meaning="wait">
        {text}{' '}
        <a class="link" href="/pos" target="_blank" rel="noopener">
          {t.ownWindow}
        </a>
      </Note>
    </div>
  );
}

/** Where nothing is kept no till opens, whoever works there. */
function tellUnkept(): void {
  if (isConnected.value) tellPage('error', { code: 'STORAGE_BLOCKED', message: t.keepsNothing });
}

function dress(): void {
  const { dataset, style } = document.documentElement;
  // The till that opens looks as the system does; the page has the last word.
  const theme = terminal.value === null ? null : textProp('theme');
  if (theme === 'light' || theme === 'dark') dataset['theme'] = theme;
  const methods = frameProps.value['paymentMethods'];
  const offered = (name: string): boolean => !Array.isArray(methods) || methods.includes(name);
  dataset['hide'] = Object.entries(SWITCHES)
    .filter(
      ([what, [prop, otherwise]]) =>
        !flagProp(prop, otherwise) || ((what === 'cash' || what === 'qr') && !offered(what)),
    )
    .map(([what]) => what)
    .join(' ');
  const said = textProp('locale');
  if (said !== null) locale.value = /^kri\b/i.test(said) ? 'kri' : 'en';
  const radius = textProp('borderRadius');
  const isLength = radius !== null && /^\d+(\.\d+)?(px|rem|em)$/.test(radius);
  style.setProperty('--ct-r-m', isLength ? radius : null);
  paint(textProp('primaryColor') ?? terminal.value?.accent ?? null, style);
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');
const isSystemDark = signal(systemDark.matches);
systemDark.addEventListener('change', ({ matches }) => (isSystemDark.value = matches));

/** The page's colour or else the shop's own, kept readable; a test's colours stay a test's. */
function paint(accent: string | null, style: CSSStyleDeclaration): void {
  const isColour = accent !== null && /^#[0-9a-f]{6}$/i.test(accent) && terminal.value?.livemode !== false;
  const { theme } = document.documentElement.dataset;
  const isDark = theme === undefined ? isSystemDark.value : theme === 'dark';
  const colours = accentUsed(isColour ? accent.toLowerCase() : null)[isDark ? 'dark' : 'light'];
  for (const [name, colour] of Object.entries(colours))
    style.setProperty(`--ct-${name.replaceAll('_', '-')}`, isColour ? colour : null);
}

let told: unknown = null;

/** Each sale once, when it is on the disk. */
function tellSale(): void {
  const sold = lastSold.value;
  if (sold === null || sold === told) return;
  told = sold;
  const money = isCurrency(currency.value) ? currency.value : 'SLE';
  tellPage('sale-complete', {
    ...(sold.kind === 'made' ? ofMade(sold.sale, money) : ofAsked(sold.sale)),
    currency: money,
    livemode: terminal.value?.livemode ?? false,
  });
}

function ofMade({ clientId, number, totalMinor, payments }: MadeSale, money: Currency): object {
  const [only, ...others] = payments;
  return {
    clientId,
    receiptNumber: number,
    total: totalMinor / 10 ** currencies[money].decimals,
    paymentMethod: only && others.length === 0 ? only.channel : 'split',
  };
}

/** Paid by a phone or a code, with the server's help. */
function ofAsked({ id, client_id, receipt_number, total, payments }: Sale): object {
  const kept = payments.filter(({ verdict }) => verdict === 'kept');
  return {
    clientId: client_id ?? id,
    receiptNumber: receipt_number,
    total,
    paymentMethod: kept.length > 1 ? 'split' : (kept[0]?.channel ?? 'qr'),
  };
}
