import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { account } from '../../kit/data/session.ts';
import { at } from '../paths.ts';
import { Credentials } from './credentials.tsx';
import { WayIn } from './frame.tsx';
import { signInTexts as t } from './texts.ts';

const PATHS = /^\/sign-in(\/|$)/;

/** Whether an address is a way in, shown without the shell. */
export function isSignInPath(rest: string): boolean {
  return PATHS.test(rest);
}

/** The way in. */
export function SignInPages({ rest }: { readonly rest: string }): VNode {
  const { path, url, route } = useLocation();
  // Whoever opened a page without being signed in goes on to that page.
  const next = isSignInPath(path.replace('/dashboard', '')) ? at('/') : url;
  return (
    <WayIn title={t.title} text={location.host}>
      <Credentials
        email={account.value?.email ?? ''}
        done={() => {
          if (isSignInPath(rest)) route(next, true);
        }}
      />
    </WayIn>
  );
}
