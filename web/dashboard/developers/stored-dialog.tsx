import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { SecretOnce } from '../../kit/parts/copy.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { common } from '../../kit/text/common.ts';

type Props = {
  readonly title: string;
  readonly text: string;
  readonly secret: string;
  readonly onDone: () => void;
  /** What is told below it. */
  readonly children?: ComponentChildren;
};

/** A secret, once: no way on before somebody says that it is stored. */
export function StoredDialog({ title, text, secret, onDone, children }: Props): VNode {
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
      <Button kind="primary" off={!stored && common.tickStored} onClick={onDone}>
        {common.done}
      </Button>
    </>
  );
  return (
    <Dialog title={title} onClose={onDone} acts={acts} holds>
      <p class="quiet">{text}</p>
      <SecretOnce secret={secret} />
      {children}
    </Dialog>
  );
}
