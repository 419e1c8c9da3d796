import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { account } from '../../kit/data/session.ts';
import { at, readPath } from '../paths.ts';
import { Credentials } from './credentials.tsx';
import { WayIn } from '../../kit/way-in/way-in.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { AskReset, SetPassword } from './reset-pages.tsx';
import { signInTexts as t } from './texts.ts';

const PATHS = /^\/(sign-in|invitation|password-reset)(\/|$)/;

/** Whether an address is a way in, shown without the shell. */
export function isSignInPath(rest: string): boolean {
  return PATHS.test(rest);
}

/** The ways in: signing in, an invitation, a new password. What a link carries stands behind `#`. */
export function SignInPages({ rest }: { readonly rest: string }): VNode {
  const { path, url, route } = useLocation();
  const token = location.hash.slice(1);
  if (rest === '/invitation') return <InvitationPage token={token} />;
  if (rest === '/password-reset') return token === '' ? <AskReset /> : <SetPassword token={token} />;
  // Whoever opened a page without being signed in goes on to that page.
  const next = isSignInPath(readPath(path).rest) ? at('/') : url;
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
