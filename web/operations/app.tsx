import { CottontreeError } from '@cottontree/client';
import { QueryClientProvider } from '@tanstack/preact-query';
import type { VNode } from 'preact';
import { LocationProvider, useLocation } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import { client } from '../kit/data/client.ts';
import { operator } from '../kit/data/operator.ts';
import { queries } from '../kit/data/queries.ts';
import { mode, sessionEnded } from '../kit/data/session.ts';
import { Problem } from '../kit/parts/states.tsx';
import { Toasts } from '../kit/parts/toast.tsx';
import { readPath } from './paths.ts';
import { Places } from './places.tsx';
import { Shell } from './shell/shell.tsx';
import { AskAgain, SignIn } from './sign-in/sign-in.tsx';
import { heedOtherTabs } from './sign-in/sign-out.ts';

/** Operations: for the platform's people. Who is signed in decides whether the shell or the way in is shown. */
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
  const { asked, fault } = useOperator();
  const { mode: shown, rest } = readPath(path);
  useEffect(() => {
    mode.value = shown;
    document.documentElement.dataset['mode'] = shown;
  }, [shown]);
  if (fault) return <Problem error={fault} again={() => location.reload()} />;
  // What the page shows by itself stays until it is known who is there.
  if (!asked) return null;
  if (!operator.value) return <SignIn />;
  // Whoever changes the mode begins with fresh pages: nothing of the one is left in the other.
  if (mode.value !== shown) return <div />;
  return (
    <>
      <Shell rest={rest}>
        <Places key={shown} rest={rest} />
      </Shell>
      {sessionEnded.value && <AskAgain />}
    </>
  );
}

/** Asks once whether somebody is signed in here, and what that person may do by now. */
function useOperator(): { readonly asked: boolean; readonly fault: CottontreeError | null } {
  const [asked, setAsked] = useState(false);
  const [fault, setFault] = useState<CottontreeError | null>(null);
  useEffect(() => {
    void resume().then(
      () => setAsked(true),
      (error: unknown) => setFault(error as CottontreeError),
    );
    return heedOtherTabs(resume);
  }, []);
  return { asked, fault };
}

async function resume(): Promise<void> {
  // Where versions of before kept a token that scripts could read.
  sessionStorage.removeItem('ct.operator');
  try {
    const { scopes, ...user } = (await client.getOperatorAccount()).data;
    operator.value = { user, scopes };
  } catch (error) {
    // A person of a merchant who is signed in in the same browser is refused otherwise than nobody.
    if (!(error instanceof CottontreeError) || ![400, 401, 403].includes(error.status)) throw error;
  }
}
