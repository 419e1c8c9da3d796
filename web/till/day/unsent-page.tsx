import { RefreshCw } from 'lucide';
import type { VNode } from 'preact';
import { UnsentFiles } from '../../tools/unsent-files.tsx';
import { Button } from '../../kit/parts/button.tsx';
import { Note } from '../../kit/parts/note.tsx';
import { faultOf, token } from '../data/api.ts';
import { Panel } from '../pay/panel-frame.tsx';
import { formers, sendFormers } from '../state/formers.ts';
import { outbox } from '../state/sending.ts';
import { t } from '../texts.ts';
import { Entries } from './entries.tsx';
import { FormerParts } from './formers.tsx';

/** What the server has not got, what it said of the rest that a person should see, and a file for the worst. */
export function UnsentPage(): VNode {
  const box = outbox.value;
  const { unsent = 0, room } = box?.state.value ?? {};
  const isNothing = unsent === 0 && formers.value.every((one) => one.box.state.value.unsent === 0);
  const act = (
    <Button
      kind="primary"
      class="panel-act"
      icon={RefreshCw}
      off={isNothing && t.unsentNone}
      onClick={() => {
        box?.sendNow();
        sendFormers();
      }}
    >
      {t.sendNow}
    </Button>
  );
  return (
    <Panel title={t.unsentPage} act={act}>
      {isNothing && <Note meaning="good">{t.unsentNone}</Note>}
      {!isNothing && token.value === null && <Note meaning="wait">{t.signInToSend}</Note>}
      {room === 'may-be-dropped' && <Note meaning="wait">{t.mayBeDropped}</Note>}
      <Entries box={box} label={t.unsentPage} />
      <UnsentFiles box={box} faultOf={faultOf} />
      <FormerParts />
    </Panel>
  );
}
