import type { VNode } from 'preact';
import { mode } from '../../../kit/data/session.ts';
import { useAddress } from '../../../kit/list/address.ts';
import { ButtonLink } from '../../../kit/parts/button.tsx';
import { Empty } from '../../../kit/parts/states.tsx';
import { Views } from '../../../kit/parts/tabs.tsx';
import { at } from '../../paths.ts';
import { DevPage } from '../frame.tsx';
import { placeTexts } from '../texts.ts';
import { Drill } from '../webhooks/drill.tsx';
import { DecidePayment } from './decide-payment.tsx';
import { MoveDelivery } from './move-delivery.tsx';
import { TestClock } from './test-clock.tsx';
import { testTexts as t } from './test-texts.ts';

/** Makes things happen on test data: money, couriers, time, faults. */
export function TestsPage(): VNode {
  const { query, path } = useAddress();
  const part = query['part'] ?? '';
  const parts: readonly (readonly [string, string])[] = [
    ['', t.payment],
    ['delivery', t.delivery],
    ['clock', t.clock],
    ['drill', t.drill],
  ];
  return (
    <DevPage title={placeTexts.tests} lead={t.lead}>
      {mode.value === 'live' ? (
        <Empty
          title={t.onlyTest}
          text={t.onlyTestText}
          acts={
            <ButtonLink kind="primary" href={at('/developers/tests', 'test')}>
              {t.toTest}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <Views
            label={t.part}
            views={parts.map(([key, name]) => ({
              name,
              href: key === '' ? path : `${path}?part=${key}`,
              on: part === key,
            }))}
          />
          {part === 'delivery' ? (
            <MoveDelivery />
          ) : part === 'clock' ? (
            <TestClock />
          ) : part === 'drill' ? (
            <Drill />
          ) : (
            <DecidePayment />
          )}
        </>
      )}
    </DevPage>
  );
}
