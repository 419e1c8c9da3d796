import {
  Banknote,
  Download,
  FileChartColumn,
  LockKeyhole,
  Pause,
  PencilLine,
  Printer,
  ReceiptText,
  RefreshCw,
  Sparkles,
  Vault,
  Wallet,
  type IconNode,
} from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Dialog } from '../../kit/parts/dialog.tsx';
import { Icon } from '../../kit/parts/icon.tsx';
import { Segmented } from '../../kit/parts/tabs.tsx';
import { locale, speak } from '../../kit/text/locale.ts';
import { MoveCashDialog, OpenDrawerDialog } from '../day/drawer-dialog.tsx';
import { PrinterDialog } from '../setup/printer-dialog.tsx';
import { installed } from '../state/begin.ts';
import { go, type Place } from '../state/place.ts';
import { unsent } from '../state/sending.ts';
import { chooseLockAfter, lockAfterMinutes } from '../state/idle-lock.ts';
import { lock } from '../state/sign-in.ts';
import { drawer, may } from '../state/signals.ts';
import { t } from '../texts.ts';
import { CustomItemDialog } from './custom-item.tsx';
import { ParkSheet } from './park-sheet.tsx';
import './menu-sheet.css';

const LOCKS = [0, 2, 5, 15] as const;

type Sheet = 'menu' | 'open' | 'move' | 'printer' | 'custom' | 'parked';

/** Everything that is not selling. */
export function MenuSheet({ onClose }: { readonly onClose: () => void }): VNode {
  const [sheet, setSheet] = useState<Sheet>('menu');
  if (sheet === 'open') return <OpenDrawerDialog onClose={onClose} />;
  if (sheet === 'move') return <MoveCashDialog onClose={onClose} />;
  if (sheet === 'printer') return <PrinterDialog onClose={onClose} />;
  if (sheet === 'custom') return <CustomItemDialog onClose={onClose} />;
  if (sheet === 'parked') return <ParkSheet onClose={onClose} />;
  const to = (place: Place) => (): void => {
    onClose();
    go(place);
  };
  const acts: readonly Act[] = [
    ...updateActs(),
    { icon: ReceiptText, name: t.sales, run: to({ at: 'sales' }) },
    { icon: Pause, name: t.parkedSales, run: () => setSheet('parked') },
    ...(may('price_override')
      ? [{ icon: PencilLine, name: t.customItem, run: () => setSheet('custom') }]
      : []),
    ...(drawer.value
      ? [
          ...(may('cash') ? [{ icon: Banknote, name: t.cashInOut, run: () => setSheet('move') }] : []),
          { icon: FileChartColumn, name: t.xReport, run: to({ at: 'x' }) },
          { icon: Vault, name: t.closeDay, run: to({ at: 'day' }) },
        ]
      : [
          {
            icon: Wallet,
            name: t.openDrawer,
            run: () => setSheet('open'),
            off: !may('cash') && t.mayNotClose,
          },
        ]),
    { icon: RefreshCw, name: `${t.unsentPage} (${unsent.value})`, run: to({ at: 'unsent' }) },
    { icon: Printer, name: t.printer, run: () => setSheet('printer') },
    ...installActs(),
    {
      icon: LockKeyhole,
      name: t.lock,
      run: () => {
        onClose();
        void lock();
      },
    },
  ];
  return (
    <Dialog title={t.menu} onClose={onClose}>
      <ul class="menu-acts">
        {acts.map((act) => (
          <li key={act.name}>
            <MenuAct {...act} />
          </li>
        ))}
      </ul>
      <Segmented
        label={t.language}
        value={locale.value}
        options={[
          ['en', 'English'],
          ['kri', 'Krio'],
        ]}
        onChange={speak}
      />
      <div class="menu-lock">
        <span class="small quiet">{t.lockAfter}</span>
        <Segmented
          label={t.lockAfter}
          value={String(lockAfterMinutes.value)}
          options={LOCKS.map((minutes) => [
            String(minutes),
            minutes === 0 ? t.lockNever : t.minutes(minutes),
          ])}
          onChange={(minutes) => void chooseLockAfter(Number(minutes))}
        />
      </div>
    </Dialog>
  );
}

function updateActs(): readonly Act[] {
  const begin = installed.value?.update.value ?? null;
  return begin === null ? [] : [{ icon: Sparkles, name: t.update, run: begin }];
}

function installActs(): readonly Act[] {
  const keep = installed.value?.offer.value ?? null;
  return keep === null ? [] : [{ icon: Download, name: t.install, run: () => void keep() }];
}

type Act = {
  readonly icon: IconNode;
  readonly name: string;
  readonly run: () => void;
  /** Why it cannot be done now. */ readonly off?: string | false;
};

function MenuAct({ icon, name, run, off = false }: Act): VNode {
  return (
    <button type="button" aria-disabled={off ? 'true' : undefined} onClick={off ? undefined : run}>
      <Icon of={icon} />
      <span class="grow">{name}</span>
      {off && <small>{off}</small>}
    </button>
  );
}
