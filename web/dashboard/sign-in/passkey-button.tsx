import { CottontreeError } from '@cottontree/client';
import { FingerprintPattern } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { client } from '../../kit/data/client.ts';
import { tellTabs } from '../../kit/data/other-tabs.ts';
import { answerWithPasskey, takesPasskeys } from '../../kit/data/passkeys.ts';
import { account, type Account } from '../../kit/data/session.ts';
import { Button } from '../../kit/parts/button.tsx';
import { signInRefusal } from '../../kit/way-in/sign-in-refusal.ts';
import { signInTexts as t } from './texts.ts';

/** Signs in with a passkey that the device offers, without a name and a password; nothing where the browser has none. */
export function PasskeyButton({ done }: { readonly done: (account: Account) => void }): VNode | null {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState('');
  if (!takesPasskeys()) return null;

  async function signIn(): Promise<void> {
    setBusy(true);
    setFault('');
    try {
      const { data: options } = await client.startPasskeySignIn();
      await client.signInWithPasskey({ body: { credential: await answerWithPasskey(options) } });
      const { data } = await client.getMemberAccount();
      account.value = data;
      tellTabs('in');
      done(data);
    } catch (error) {
      setFault(error instanceof CottontreeError ? signInRefusal(error) : t.noPasskey);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div class="stack">
      <Button kind="primary" icon={FingerprintPattern} wide busy={busy} onClick={() => void signIn()}>
        {t.usePasskey}
      </Button>
      {fault !== '' && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
      <p class="or">{t.orPassword}</p>
    </div>
  );
}
