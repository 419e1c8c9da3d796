import { QrCode } from 'lucide';
import type { VNode } from 'preact';
import { membership, shopCurrency } from '../../kit/data/session.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { Money } from '../../kit/parts/money.tsx';
import { Face } from '../../kit/parts/note.tsx';
import { GlyphShape } from '../../kit/parts/status.tsx';
import { paymentTexts as t } from './texts.ts';
import './payments.css';

/** What a link is in use: sent in a chat, paid, thanked for. */
export function ChatPicture(): VNode {
  return (
    <div class="chat">
      <p class="row">
        <Face initials="FB" /> <b>Fatmata Bangura</b>
      </p>
      <div class="chat-said">
        {t.chatAsk}
        <div class="chat-link">
          <Icon of={QrCode} />
          <p>
            <b>{t.chatWhat}</b>
            <br />
            <Money amount={150.5} currency={shopCurrency()} />{' '}
            <span class="quiet">{t.chatTo(membership.value?.store_name ?? '')}</span>
          </p>
        </div>
      </div>
      <p class="chat-answer good">
        <GlyphShape glyph="tick" /> {t.chatPaid}
      </p>
    </div>
  );
}
