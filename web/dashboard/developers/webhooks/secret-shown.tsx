import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../../kit/parts/button.tsx';
import { SecretOnce } from '../../../kit/parts/copy.tsx';
import { Dialog } from '../../../kit/parts/dialog.tsx';
import { common } from '../../../kit/text/common.ts';
import { hookTexts as t } from './hook-texts.ts';

/** A signing secret, once; it goes only when it is stored. */
export function SecretShown({
  secret,
  onDone,
}: {
  readonly secret: string;
  readonly onDone: () => void;
}): VNode {
  const [stored, setStored] = useState(false);
  const acts = (
    <>
      <label class="row stored">
        <input
          type="checkbox"
          class="check"
          checked={stored}
          onChange={(event) => setStored(event.currentTarget.checked)}
        />
        {common.storedSafely}
      </label>
      <span class="grow" />
      <Button kind="primary" off={!stored && t.stored} onClick={onDone}>
        {common.done}
      </Button>
    </>
  );
  return (
    <Dialog title={t.secretTitle} onClose={onDone} acts={acts} holds>
      <p class="quiet">{t.secretText}</p>
      <SecretOnce secret={secret} />
    </Dialog>
  );
}
