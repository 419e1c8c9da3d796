import { CottontreeError } from '@cottontree/client';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { PinPad } from '../../tools/pin-pad.tsx';
import { client, faultOf } from '../data/api.ts';
import { t } from '../texts.ts';

const PIN_MAX = 8;
type Asked = 'old' | 'new' | 'again';

/** The PIN so far, then the new one twice. */
export function PinDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const [asked, setAsked] = useState<Asked>('old');
  const [old, setOld] = useState('');
  const [fresh, setFresh] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const startOver = (why: string, at: Asked): void => {
    setFault(why);
    setAsked(at);
  };
  async function change(): Promise<void> {
    setBusy(true);
    try {
      await client.changePin({ body: { pin: old, new_pin: fresh } });
      toast(t.pinChanged);
      onClose();
    } catch (error) {
      const isWrong = error instanceof CottontreeError && error.code === 'INVALID_CREDENTIALS';
      startOver(isWrong ? t.oldPinWrong : faultOf(error), isWrong ? 'old' : 'new');
    }
    setBusy(false);
  }
  const take = (pin: string): void => {
    setFault(null);
    if (asked === 'old') {
      setOld(pin);
      setAsked('new');
    } else if (asked === 'new') {
      setFresh(pin);
      setAsked('again');
    } else if (pin === fresh) void change();
    else startOver(t.pinsDiffer, 'new');
  };
  const says = { old: t.pinSoFar, new: t.pinNew, again: t.pinAgain };
  return (
    <Dialog title={t.changePin} onClose={onClose}>
      <p class="gate-more" role="status">
        {says[asked]}
      </p>
      <PinPad key={asked} digitsMax={PIN_MAX} busy={busy} error={fault} onPin={take} />
    </Dialog>
  );
}
