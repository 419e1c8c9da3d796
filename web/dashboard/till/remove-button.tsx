import { Trash2 } from 'lucide';
import type { CottontreeError } from '@cottontree/client';
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Confirm } from '../../kit/parts/dialog.tsx';
import { tillTexts as t } from './texts.ts';

type RemoveProps = {
  readonly name: string;
  readonly act: {
    readonly busy: boolean;
    readonly error: CottontreeError | null;
    readonly reset: () => void;
  };
  readonly go: () => Promise<unknown>;
  readonly consequences: readonly ComponentChildren[];
  readonly label?: string;
};

/** Takes a thing away, after telling what follows. */
export function RemoveButton({ name, act, go, consequences, label = t.removeIt }: RemoveProps): VNode {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button kind="danger" icon={Trash2} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {asking && (
        <Confirm
          title={t.remove(name)}
          consequences={consequences}
          keep={t.keepIt}
          go={label}
          busy={act.busy}
          fault={act.error?.message ?? null}
          onGo={go}
          onClose={() => {
            act.reset();
            setAsking(false);
          }}
        />
      )}
    </>
  );
}
