import { CottontreeError } from '@cottontree/client';
import { QueryClientProvider } from '@tanstack/preact-query';
import type { VNode } from 'preact';
import { LocationProvider, useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { watchLive } from '../kit/data/live.ts';
import { queries } from '../kit/data/queries.ts';
import { readAccount } from '../kit/data/read-account.ts';
import {
  account,
  may,
  membership,
  mode,
  rightsDoubted,
  sessionEnded,
  type Membership,
  type Mode,
} from '../kit/data/session.ts';
import { Problem } from '../kit/parts/states.tsx';
import { toast, Toasts } from '../kit/parts/toast.tsx';
import { readPath } from './paths.ts';
import { Places } from './places.tsx';
import { Shell } from './shell/shell.tsx';
import { AskAgain } from './sign-in/ask-again.tsx';
import { SignInPages, isSignInPath } from './sign-in/sign-in-pages.tsx';
import { NoShop } from './sign-in/no-shop.tsx';
import { heedOtherTabs } from './sign-in/sign-out.ts';
import { signInTexts } from './sign-in/texts.ts';

/** The dashboard: who is signed in decides whether the shell or the way in is shown. */
export function App(): VNode {
  return (
    <QueryClientProvider client={queries}>
      <LocationProvider>
        <Whole />
        <Toasts />
      </LocationProvider>
    </QueryClientProvider>
  );
}

function Whole(): VNode | null {
  const { path } = useLocation();
  const fault = useAccount();
  const { mode: asked, rest } = readPath(path);
  useEffect(() => {
    mode.value = asked;
    document.documentElement.dataset['mode'] = asked;
  }, [asked]);
  useLive(asked);
  useRights();
  useEffect(heedOtherTabs, []);
  if (isSignInPath(rest)) return <SignInPages rest={rest} />;
  if (fault && account.value === undefined) return <Problem error={fault} again={() => location.reload()} />;
  // What the page shows by itself stays until it is known who is there.
  if (account.value === undefined) return null;
  if (account.value === null) return <SignInPages rest="/sign-in" />;
  const shop = membership.value;
  if (!shop) return <NoShop />;
  // Whoever changes shop or mode begins with fresh pages: nothing of the one is left in the other.
  if (mode.value !== asked) return <div />;
  return (
    <>
      <Shell rest={rest}>
        <Places key={`${shop.merchant_id} ${asked}`} rest={rest} />
      </Shell>
      {sessionEnded.value && <AskAgain />}
    </>
  );
}

/** Hears what changes for the shop and mode that are shown. */
function useLive(asked: Mode): void {
  const shop = membership.value?.merchant_id;
  const hears = may('live:read') && !sessionEnded.value;
  useEffect(
    () => (shop === undefined || !hears ? undefined : watchLive({ 'x-merchant': shop, 'x-mode': asked })),
    [shop, asked, hears],
  );
}

/** Reads what the role allows anew once something was refused by it: an owner may have given another one, or none. */
function useRights(): void {
  const doubted = rightsDoubted.value;
  useEffect(() => {
    const before = membership.value;
    if (doubted === 0) return;
    void readAgain(before);
  }, [doubted]);
}

async function readAgain(before: Membership | null): Promise<void> {
  await readAccount().catch(() => undefined);
  if (before && membership.value?.merchant_id !== before.merchant_id)
    toast(signInTexts.noMember(before.merchant_name));
}

/** Asks once who is signed in. */
function useAccount(): CottontreeError | null {
  const [fault, setFault] = useState<CottontreeError | null>(null);
  useEffect(() => {
    void readAccount().catch((error: unknown) => {
      if (error instanceof CottontreeError) setFault(error);
    });
  }, []);
  return fault;
}
