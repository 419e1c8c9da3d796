import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { hashOfBody, signRequest } from './sign-request.ts';

/** The examples of "Authenticating Requests: Using the Authorization Header" in Amazon's documentation of S3. */
const KEYS = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: null,
  region: 'us-east-1',
};
const common = {
  host: 'examplebucket.s3.amazonaws.com',
  now: new Date('2013-05-24T00:00:00Z'),
  query: {},
  body: '',
};

test.each([
  {
    what: 'an object is read',
    request: { ...common, method: 'GET', path: '/test.txt', headers: { Range: 'bytes=0-9' } },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'an object is written',
    request: {
      ...common,
      method: 'PUT',
      path: '/test%24file.text',
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: 'Welcome to Amazon S3.',
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'a bucket is asked with a parameter that has no value',
    request: { ...common, method: 'GET', path: '/', query: { lifecycle: '' } },
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'a bucket is listed',
    request: { ...common, method: 'GET', path: '/', query: { prefix: 'J', 'max-keys': '2' } },
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
])(
  '$what under the signature that Amazon documents',
  async ({ request: { body, ...request }, signature }) => {
    const bodyHash = await hashOfBody(Buffer.from(body));
    expect(signRequest({ ...request, bodyHash }, KEYS)['authorization']?.split('Signature=')[1]).toBe(
      signature,
    );
  },
);

test('a session token is signed with the rest', () => {
  const { body: bodyHash, ...request } = common;
  const signed = signRequest(
    { ...request, bodyHash, method: 'GET', path: '/a' },
    { ...KEYS, sessionToken: 'a-token' },
  );
  expect(signed['x-amz-security-token']).toBe('a-token');
  expect(signed['authorization']).toContain('x-amz-date;x-amz-security-token,Signature=');
});

test('a large body has the same hash, step by step', async () => {
  const body = Buffer.alloc(2_500_000, 'log');
  expect(await hashOfBody(body)).toBe(createHash('sha256').update(body).digest('hex'));
});
