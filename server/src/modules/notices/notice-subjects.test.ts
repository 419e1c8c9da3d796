import {
  driverNoticeKinds,
  idRandomBytes,
  invoiceNoticeKinds,
  makeId,
  merchantNoticeKinds,
  noticeKinds,
  paymentNoticeKinds,
  recipientNoticeKinds,
  safetyNoticeKinds,
  saleNoticeKinds,
  ticketNoticeKinds,
  type NoticeKind,
} from '@cottontree/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type TestMerchant, type TestService } from '../../../test/kit/service.ts';

let service: TestService;
let shop: TestMerchant;
beforeAll(async () => {
  service = await startService();
  shop = await service.merchant();
});
afterAll(() => service[Symbol.asyncDispose]());

const ABOUT: Readonly<Record<string, readonly NoticeKind[]>> = {
  'SHP-7A9K-NZZK': [...recipientNoticeKinds, ...driverNoticeKinds],
  'TO-000042': ticketNoticeKinds,
  pay_01m7yp5q3vd1ksm4sz8hb2a9gt: paymentNoticeKinds,
  'INV-2026-0042': invoiceNoticeKinds,
  'S-000042': saleNoticeKinds,
  '': [...merchantNoticeKinds, ...safetyNoticeKinds],
};
const subjects = Object.entries(ABOUT).flatMap(([subject, kinds]) =>
  kinds.map((kind) => ({ kind, subject })),
);

test('every kind of message is looked at', () => {
  expect(subjects.map(({ kind }) => kind).toSorted()).toEqual(noticeKinds.toSorted());
});

test.each(subjects)(
  'what $kind is about ($subject) is told in its own field and nowhere else, and found by it',
  async ({ kind, subject }) => {
    await service.query(
      `INSERT INTO notices (merchant_id, livemode, created_at, id, kind, audience, channel, entity, locale, facts, status, run_at) VALUES ($1, false, now(), $2, $3, 'recipient', 'log', $4, 'en', '{}', 'sent', now())`,
      [
        shop.id,
        makeId('ntc_', Date.now(), service.server.runtime.context.world.randomBytes(idRandomBytes)),
        kind,
        subject,
      ],
    );
    const { data } = await shop.client.listNotices({ query: subject === '' ? {} : { job_number: subject } });
    const {
      reference,
      job_number: jobNumber,
      ...rest
    } = data.find((one) => one.kind === kind) ?? expect.fail('It is not listed.');
    expect({ reference, jobNumber }).toEqual({
      reference: subject || null,
      jobNumber: subject.startsWith('SHP-') ? subject : null,
    });
    if (subject !== '') expect(JSON.stringify(rest)).not.toContain(subject);
  },
);
