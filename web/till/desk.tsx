import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
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
import { PhoneCart } from './sell/phone-cart.tsx';
import { ProductsPane } from './sell/products-pane.tsx';
import { MenuSheet } from './sell/menu-sheet.tsx';
import { Notices } from './sell/notices.tsx';
import { TopBar } from './sell/top-bar.tsx';
import { UnsentPage } from './day/unsent-page.tsx';
import { isMenuOpen, place, type Place } from './state/place.ts';
import { lastAdded } from './state/selling.ts';
import { t } from './texts.ts';

const WIDE = matchMedia('(min-width: 861px)');

/** What the cashier works at: products on the left and the sale on the right, or one after the other on a phone. */
export function Desk(): VNode {
  const wide = useWide();
  const at = place.value;
  return (
    <div class={`till ${wide ? 'wide' : 'narrow'}`}>
      <TopBar />
      <main class="till-main">
        <h1 class="hidden-text">{t.till}</h1>
        <Notices />
        {wide ? (
          <>
            <ProductsPane />
            <aside class="till-side">
              {at.at === 'products' || at.at === 'cart' ? <CartPanel /> : <Step at={at} />}
            </aside>
          </>
        ) : at.at === 'products' ? (
          <ProductsPane phone />
        ) : (
          <Step at={at} />
        )}
      </main>
      <LastAdded />
      <Choose />
      <Menu />
    </div>
  );
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
      return <SalePage id={at.id} />;
    case 'made':
      return <MadeSalePage key={at.clientId} clientId={at.clientId} />;
    case 'x':
      return <XPage />;
    case 'day':
      return <DayPage />;
    case 'unsent':
      return <UnsentPage />;
    case 'cart':
      return <PhoneCart />;
    case 'products':
      return null;
  }
}

function useWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches);
  useEffect(() => {
    const change = (): void => setWide(WIDE.matches);
    WIDE.addEventListener('change', change);
    return () => WIDE.removeEventListener('change', change);
  }, []);
  return wide;
}
