import type { VNode } from 'preact';
import { Button } from '../../kit/parts/button.tsx';
import { Dialog } from '../../kit/parts/dialog.tsx';
import type { EventProps } from './event-data.ts';
import { eventTexts as t } from './texts.ts';

/** Date or place changes: whoever changes it decides whether holders are told now. */
export function TellDialog({
  event,
  busy,
  save,
  close,
}: EventProps & {
  readonly busy: boolean;
  readonly save: (tell: boolean) => void;
  readonly close: () => void;
}): VNode {
  const acts = [
    <Button busy={busy} onClick={() => save(false)}>
      {t.tellLater}
    </Button>,
    <Button kind="primary" busy={busy} onClick={() => save(true)}>
      {t.tellGo}
    </Button>,
  ];
  return (
    <Dialog title={t.tellTitle} onClose={close} acts={acts}>
      <ul class="consequences">
        <li>{t.tellYes(event.total_tickets_sold)}</li>
        <li>{t.tellNo}</li>
      </ul>
    </Dialog>
  );
}
