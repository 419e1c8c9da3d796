import type { DeliverySummary } from '@cottontree/contract';
import { BadgePercent, Ban, KeyRound, MessageSquareText, Pencil, RotateCcw, Truck, UserX } from 'lucide';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { may } from '../../kit/data/session.ts';
import { Menu } from '../../kit/parts/menu.tsx';
import { at } from '../paths.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { EnterCodeDialog, NewCodeDialog, ResendDialog } from './code-dialogs.tsx';
import { deliveryTexts as t } from './delivery-texts.ts';
import { ForgetDialog, ReturnDialog } from './ending-dialogs.tsx';
import { isInMotion } from './next.ts';

const dialogs = {
  cancel: CancelDialog,
  newCode: NewCodeDialog,
  enterCode: EnterCodeDialog,
  resend: ResendDialog,
  back: ReturnDialog,
  forget: ForgetDialog,
};

/** Further acts; those that the state forbids are not offered. */
export function DeliveryActs({ delivery }: { readonly delivery: DeliverySummary }): VNode | null {
  const [asking, ask] = useState<keyof typeof dialogs | null>(null);
  if (!may('shipping:write')) return null;
  const { status, job_number, picked_up_at, failure, recipient_phone, erased_at } = delivery;
  const moves = isInMotion(status);
  const cameBack = status === 'failed' && picked_up_at !== null && failure?.reason !== 'package_lost';
  const Asked = asking === null ? null : dialogs[asking];
  return (
    <>
      <Menu
        items={[
          erased_at === undefined && {
            name: t.change,
            icon: Pencil,
            href: at(`/deliveries/${job_number}/edit`),
          },
          moves &&
            recipient_phone !== null && {
              name: t.resend,
              icon: MessageSquareText,
              onClick: () => ask('resend'),
            },
          moves && { name: t.newCode, icon: KeyRound, onClick: () => ask('newCode') },
          moves &&
            status !== 'pending' && { name: t.enterCode, icon: KeyRound, onClick: () => ask('enterCode') },
          status === 'failed' && {
            name: t.tryAgain,
            icon: Truck,
            href: at(`/deliveries/${job_number}/redeliver`),
          },
          cameBack && { name: t.bringBack, icon: RotateCcw, onClick: () => ask('back') },
          { name: t.claim, icon: BadgePercent, href: at(`/deliveries/claims/new?job=${job_number}`) },
          (status === 'pending' || status === 'assigned') && {
            name: t.cancel,
            icon: Ban,
            danger: true,
            onClick: () => ask('cancel'),
          },
          !moves &&
            recipient_phone !== null && {
              name: t.forget,
              icon: UserX,
              danger: true,
              onClick: () => ask('forget'),
            },
        ]}
      />
      {Asked && <Asked delivery={delivery} close={() => ask(null)} />}
    </>
  );
}
