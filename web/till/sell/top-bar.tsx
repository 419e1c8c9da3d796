import { Lock, Menu as MenuIcon } from 'lucide';
import type { VNode } from 'preact';
import { timeText } from '../../kit/format/time.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { Button } from '../../kit/parts/button.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { Face } from '../../kit/parts/note.tsx';
import { isMenuOpen } from '../state/place.ts';
import { lock } from '../state/sign-in.ts';
import { drawer, session, terminal, things } from '../state/signals.ts';
import { t } from '../texts.ts';
import { HeadChip } from './head-chip.tsx';
import './top-bar.css';

/** Which till, whether everything is sent, who works at it. */
export function TopBar(): VNode {
  const where = things.value.locations.get(terminal.value?.locationId ?? '');
  const name = session.value?.name ?? '';
  return (
    <header class="top">
      <Mark size={32} />
      <span class="top-till">
        <b>{terminal.value?.name}</b>
        <span class="small quiet">{where?.name}</span>
      </span>
      <HeadChip />
      <span class="grow" />
      <span class="small quiet top-session">
        {drawer.value ? t.sessionSince(timeText(drawer.value.openedAt)) : t.noSession}
      </span>
      <span class="row top-who">
        <Face initials={initialsOf(name)} />
        <b>{name}</b>
      </span>
      <Button class="top-act top-lock" icon={Lock} label={t.lock} onClick={() => void lock()} />
      <Button class="top-act" icon={MenuIcon} label={t.menu} onClick={() => (isMenuOpen.value = true)} />
    </header>
  );
}
