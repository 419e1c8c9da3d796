import { Printer } from 'lucide';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { toast } from '../../kit/parts/toast.tsx';
import { faultOf } from '../data/api.ts';
import { printSlip } from '../receipt/print-receipt.ts';
import { canUse, choosePrinter, printer, setPrinter } from '../receipt/printer.ts';
import { terminal } from '../state/signals.ts';
import { t } from '../texts.ts';

/** Which printer, how wide its paper is, and what it does by itself. */
export function PrinterDialog({ onClose }: { readonly onClose: () => void }): VNode {
  const { kind, width, byItself, opensDrawer } = printer.value;
  const choose = (one: 'usb' | 'serial'): void =>
    void choosePrinter(one).catch((error: unknown) => toast(faultOf(error)));
  const trial = {
    title: terminal.value?.name ?? '',
    head: [t.trialSlip],
    banners: [],
    parts: [],
    foot: [],
    qr: null,
  };
  const acts = (
    <Button kind="primary" icon={Printer} onClick={() => void printSlip(trial)}>
      {t.tryPrinter}
    </Button>
  );
  return (
    <Dialog title={t.printer} onClose={onClose} acts={acts}>
      <div class="choices-grid" role="group" aria-label={t.printer}>
        <button
          type="button"
          class="choice"
          aria-pressed={kind === 'none'}
          onClick={() => setPrinter({ kind: 'none' })}
        >
          <b>{t.printerNone}</b>
        </button>
        {canUse('usb') && (
          <button type="button" class="choice" aria-pressed={kind === 'usb'} onClick={() => choose('usb')}>
            <b>{t.printerUsb}</b>
          </button>
        )}
        {canUse('serial') && (
          <button
            type="button"
            class="choice"
            aria-pressed={kind === 'serial'}
            onClick={() => choose('serial')}
          >
            <b>{t.printerSerial}</b>
          </button>
        )}
      </div>
      <Segmented
        label={t.paperWidth}
        value={width}
        options={[
          [58, '58 mm'],
          [80, '80 mm'],
        ]}
        onChange={(next) => setPrinter({ width: next })}
      />
      <Switch label={t.printByItself} on={byItself} onChange={(on) => setPrinter({ byItself: on })} />
      <Switch label={t.openByItself} on={opensDrawer} onChange={(on) => setPrinter({ opensDrawer: on })} />
    </Dialog>
  );
}

function Switch({
  label,
  on,
  onChange,
}: {
  readonly label: string;
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
}): VNode {
  const id = useId();
  return (
    <div class="switch-field">
      <label class="grow" for={id}>
        {label}
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        class="switch"
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </div>
  );
}
