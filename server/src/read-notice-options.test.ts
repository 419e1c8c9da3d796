import { describe, expect, test } from 'vitest';
import { readEnvironment } from './read-environment.ts';
import { readNoticeOptions } from './read-notice-options.ts';

function read(environment: Readonly<Record<string, string>>) {
  const reader = readEnvironment(environment);
  return { options: readNoticeOptions(reader), problems: reader.problems };
}

describe('how people are reached', () => {
  test('is read from the environment', () => {
    const { options, problems } = read({
      SMS_URL: 'https://sms.example.sl/send?to={to}&text={text}',
      SMS_PRICE: '0.35',
      SMTP_URL: 'smtps://shop:p%40ss@mail.example.sl',
      WHATSAPP_TOKEN: 't',
      WHATSAPP_PHONE_ID: '123',
      NOTICE_QUIET_HOURS: '22:00-06:30',
      RECIPIENT_DATA_DAYS: '90',
    });
    expect(problems).toEqual([]);
    expect(options).toMatchObject({
      sms: { price: 0.35, spendPerDayMax: 500 },
      whatsApp: { phoneId: '123', template: null },
      quietHours: { from: 1_320, to: 390 },
      recipientDataDays: 90,
    });
  });

  test.each([
    ['SMS_URL', 'ftp://x'],
    ['SMS_BODY', '{"to":"{to}"}'],
    ['SMS_BODY', 'nonsense {to} {text}'],
    ['SMTP_URL', 'https://mail'],
    ['SMTP_URL', 'smtp://'],
    ['SMTP_URL', 'smtps://shop:50%off@mail.example.sl'],
    ['SMTP_FROM', 'nobody'],
    ['SMTP_FROM', 'Shop <no-reply@shop.example.sl'],
    ['SMS_INBOUND_SECRET', 'short'],
    ['NOTICE_QUIET_HOURS', '22-7'],
    ['NOTICE_QUIET_HOURS', '22:00-22:00'],
    ['RECIPIENT_DATA_DAYS', '29'],
    ['WHATSAPP_PHONE_ID', 'x'],
    ['WHATSAPP_TOKEN', 'alone'],
  ])('%s cannot be %s', (name, value) => {
    const { problems } = read({ [name]: value });
    expect(problems.length).toBe(1);
    expect(problems[0]).toContain(name);
  });
});
