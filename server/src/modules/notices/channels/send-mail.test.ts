import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEgress } from '../../../egress/create-egress.ts';
import { openTestMailServer, type TestMailServer } from '../fixtures/open-mail-server.ts';
import { sendMail } from './send-mail.ts';

const mail = {
  id: 'ntc_1',
  to: 'owner@shop.example.sl',
  subject: 'Aminata Stores: Kɔd',
  text: 'A line.\n.\nAnother with é.\n',
};
let server: TestMailServer;
const egress = createEgress({ allow: ['127.0.0.0/8'], userAgent: 'test' });

beforeEach(async () => {
  server = await openTestMailServer();
});
afterEach(() => server.close());

const send = (url = server.url, { connect } = egress, to = mail.to) =>
  sendMail({ url, from: 'Cottontree <no-reply@example.sl>', connect }, { ...mail, to });

describe('an e-mail', () => {
  test('reaches the server with its own id, so that a repetition can be told', async () => {
    expect(await send()).toEqual({ kind: 'sent', providerId: '<ntc_1@127.0.0.1>' });
    expect(server.mails[0]).toMatch(
      /^From: Cottontree <no-reply@example\.sl>\r\nTo: owner@shop\.example\.sl\r\n/,
    );
    expect(server.mails[0]).toContain('Message-ID: <ntc_1@127.0.0.1>');
  });

  test('to nobody is refused for good; a busy server and one that hangs up are asked again', async () => {
    server.behave('refuse');
    expect(await send()).toEqual({ kind: 'refused', reason: 'smtp_550' });
    server.behave('busy');
    expect(await send()).toEqual({ kind: 'unsure', reason: 'smtp_451' });
    server.behave('forget');
    expect(await send()).toMatchObject({ kind: 'unsure' });
    expect(server.mails.length).toBe(1);
  });

  test('goes to no address that may not be reached', async () => {
    const strict = createEgress({ allow: [], userAgent: 'test' });
    expect(await send(server.url, strict)).toMatchObject({ kind: 'unsure' });
    expect(server.mails).toEqual([]);
  });

  test('goes to nobody else where a comma was typed for the point', async () => {
    await send(server.url, egress, 'aminata,sesay@example.sl');
    expect(server.mails[0]).not.toMatch(/^To: sesay@/m);
    expect(server.mails[0]).toContain('To: <"aminata,sesay"@example.sl>');
  });

  test('waits for a server that is not there', async () => {
    server.close();
    expect(await send('smtp://127.0.0.1:1')).toMatchObject({ kind: 'unsure', reason: 'econnrefused' });
  });
});
