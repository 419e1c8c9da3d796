import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Toasts } from '../kit/parts/toast.tsx';
import { CashPage } from './cash/cash-page.tsx';
import { Jobs } from './jobs/two-panes.tsx';
import { MePage } from './me/me-page.tsx';
import { showSunlight } from './me/sunlight.ts';
import { UnsentPage } from './me/unsent-page.tsx';
import { OffersPage } from './offers/offers-page.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { place } from './state/place.ts';
import { begin, step } from './state/start.ts';
import '../kit/parts/fields.css';
import './me/me.css';

/** The courier's app: who it is, then offers, jobs and cash. */
export function App(): VNode {
  useEffect(() => {
    showSunlight();
    void begin();
  }, []);
  return (
    <>
      <Whole />
      <Toasts />
    </>
  );
}

function Whole(): VNode | null {
  if (step.value === 'sign-in') return <SignIn />;
  if (step.value === 'read') return null;
  const at = place.value;
  switch (at.at) {
    case 'offers':
      return <OffersPage />;
    case 'jobs':
    case 'job':
      return <Jobs />;
    case 'cash':
      return <CashPage />;
    case 'unsent':
      return <UnsentPage />;
    case 'me':
      return <MePage />;
  }
}
