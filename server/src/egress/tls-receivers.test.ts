import { describe, expect, test } from 'vitest';
import { openHttpReceiver, openReceiver, openTlsReceiver, readFixture } from './fixtures/open-receiver.ts';
import { createStand, expectTimeout, post } from './fixtures/stand.ts';

const { open, receiver } = createStand();

describe('a TLS receiver', () => {
  const trustedAuthorities = [readFixture('authority.pem')];

  test('with a valid certificate is reached by name and by address', async () => {
    const { port } = await receiver(openTlsReceiver('valid'));
    for (const host of ['localhost', 'localhost.', '127.0.0.1'])
      expect(await open({ trustedAuthorities }).send(post(`https://${host}:${port}/`))).toMatchObject({
        status: 200,
        remoteAddress: '127.0.0.1',
      });
  });

  test.each([
    ['expired', 'Your TLS certificate has expired: renew it.'],
    ['self-signed', 'Your TLS certificate is self-signed: install one from a known authority.'],
    ['other-name', 'Your TLS certificate is for another host name.'],
  ])('with a certificate that is %s is refused and told why', async (certificate, hint) => {
    const { port } = await receiver(openTlsReceiver(certificate));
    expect(await open({ trustedAuthorities }).send(post(`https://localhost:${port}/`))).toMatchObject({
      status: null,
      error: 'tls',
      hint,
    });
  });

  test('from an authority that is not known is refused', async () => {
    const { port } = await receiver(openTlsReceiver('valid'));
    expect(await open().send(post(`https://localhost:${port}/`))).toMatchObject({
      error: 'tls',
      hint: expect.stringContaining('full chain'),
    });
  });

  test('that knows only TLS 1.1, or no TLS at all, is refused and told why', async () => {
    const old = await receiver(
      openTlsReceiver('valid', {
        minVersion: 'TLSv1',
        maxVersion: 'TLSv1.1',
        ciphers: 'DEFAULT:@SECLEVEL=0',
      }),
    );
    expect(await open({ trustedAuthorities }).send(post(`https://localhost:${old.port}/`))).toMatchObject({
      error: 'tls',
      hint: expect.stringContaining('TLS 1.2'),
    });
    const plain = await receiver(openHttpReceiver((_request, response) => response.end()));
    expect(await open().send(post(`https://localhost:${plain.port}/`))).toMatchObject({
      error: 'tls',
      hint: expect.stringContaining('does not speak TLS'),
    });
  });

  test('that accepts and says nothing ends at the deadline', async () => {
    const { port } = await receiver(openReceiver(() => undefined));
    const result = await open().send(post(`https://127.0.0.1:${port}/`));
    expectTimeout(result);
    expect(result.hint).toContain('TLS handshake');
  });
});
