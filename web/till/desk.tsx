import type { VNode } from 'preact';
import { useMedia } from '../kit/parts/use-media.ts';
import { AskedPanel } from './pay/asked.tsx';
import { CashPanel } from './pay/cash.tsx';
import { ExternalPanel } from './pay/external.tsx';
import { SoldPanel } from './pay/sold.tsx';
import { SplitPanel } from './pay/split.tsx';
import { DayPage } from './day/day-page.tsx';
import { XPage } from './day/x-page.tsx';
import { MadeSalePage } from './sales/made-sale-page.tsx';
import { SalePage } from './sales/sale-page.tsx';
import { SalesPage } from './sales/sales-page.tsx';
import { CartPanel } from './sell/cart-panel.tsx';
import { Choose } from './sell/choose.tsx';
import { ProductsPane } from './sell/products-pane.tsx';
import { MenuSheet } from './sell/menu-sheet.tsx';
import { Notices } from './sell/notices.tsx';
import { TopBar } from './sell/top-bar.tsx';
import { UnsentPage } from './day/unsent-page.tsx';
import { goBack, isMenuOpen, place, type Place } from './state/place.ts';
import { lastAdded } from './state/selling.ts';
import { asked, split } from './state/signals.ts';
import { TestBand } from './test-band.tsx';
import { putDown } from './state/split-sale.ts';
import { t } from './texts.ts';

/** What the cashier works at: products on the left and the sale on the right, or one after the other on a phone. */
export function Desk(): VNode {
  const wide = useMedia('(min-width: 53.8125em)');
  const at = shownAt(place.value, wide);
  return (
    <div class={`till ${wide ? 'wide' : 'narrow'}`}>
      <TestBand />
      {(wide || !hasBar(at)) && <TopBar />}
      <main class="till-main">
        <h1 class="hidden-text">{t.till}</h1>
        <Notices />
        {(wide || at.at === 'products') && <ProductsPane phone={!wide} />}
        {/* In the same place for both: what was typed or counted stays when the device is turned. */}
        {(wide || at.at !== 'products') && (
          <aside class="till-side">
            {at.at === 'products' || at.at === 'cart' ? (
              <CartPanel {...(wide ? {} : { onBack: goBack })} />
            ) : (
              <Step at={at} />
            )}
          </aside>
        )}
      </main>
      <LastAdded />
      <Choose />
      <Menu />
    </div>
  );
}

/** While a sale is paid in parts, or a customer was asked for it, that stands where the cart would. */
function shownAt(at: Place, wide: boolean): Place {
  const isCart = at.at === 'cart' || (wide && at.at === 'products');
  if (isCart && asked.value !== null) return { at: 'asked', channel: asked.value.channel };
  return isCart && (split.value !== null || putDown.value.length > 0) ? { at: 'split' } : at;
}

/** Whether a step has a bar of its own, which on a phone is the only one. */
function hasBar({ at }: Place): boolean {
  return at !== 'products' && at !== 'sold';
}

/** For readers. A component of its own, so that nothing else is drawn anew with each touch. */
function LastAdded(): VNode {
  return (
    <p class="hidden-text" role="status">
      {lastAdded.value === '' ? '' : t.added(lastAdded.value)}
    </p>
  );
}

function Menu(): VNode | null {
  return isMenuOpen.value ? <MenuSheet onClose={() => (isMenuOpen.value = false)} /> : null;
}

function Step({ at }: { readonly at: Place }): VNode | null {
  switch (at.at) {
    case 'cash':
      return <CashPanel />;
    case 'external':
      return <ExternalPanel />;
    case 'split':
      return <SplitPanel />;
    case 'asked':
      return <AskedPanel key={at.channel} channel={at.channel} />;
    case 'sold':
      return <SoldPanel />;
    case 'sales':
      return <SalesPage />;
    case 'sale':
      return <SalePage key={at.id} id={at.id} />;
    case 'made':
      return <MadeSalePage key={at.clientId} clientId={at.clientId} />;
    case 'x':
      return <XPage />;
    case 'day':
      return <DayPage />;
    case 'unsent':
      return <UnsentPage />;
    case 'cart':
    case 'products':
      return null;
  }
}
