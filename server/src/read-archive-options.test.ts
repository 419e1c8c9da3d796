import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const keys = { AWS_ACCESS_KEY_ID: 'an-id', AWS_SECRET_ACCESS_KEY: 'a-secret' };
const key = Buffer.alloc(32, 7).toString('base64');

function problemsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

describe('where the continuous backup goes', () => {
  test('is nowhere unless it is said, and then a folder', () => {
    expect(readConfig({ ...keys, BACKUP_KEEP_DAYS: '3' }).archive).toBeNull();
    expect(readConfig({ BACKUP_TO: 'backups' }).archive).toEqual({
      to: resolve('backups'),
      target: { kind: 'folder', path: resolve('backups') },
      key: null,
      keepDays: 14,
      everySeconds: 20,
      heldMib: 1_024,
    });
  });

  test('is a bucket of Amazon, or of whoever speaks like it', () => {
    expect(readConfig({ ...keys, BACKUP_TO: 's3://shop-backups', BACKUP_KEY: key }).archive).toMatchObject({
      to: 's3://shop-backups',
      target: {
        kind: 's3',
        bucket: 'shop-backups',
        prefix: '',
        endpoint: null,
        region: 'us-east-1',
        sessionToken: null,
      },
      key,
    });
    const elsewhere = 's3://shop/of/mine/?endpoint=https://storage.example:9000&region=af-south-1';
    expect(
      readConfig({ ...keys, BACKUP_TO: elsewhere, AWS_SESSION_TOKEN: 'a-token' }).archive?.target,
    ).toEqual({
      kind: 's3',
      bucket: 'shop',
      prefix: 'of/mine',
      endpoint: 'https://storage.example:9000',
      region: 'af-south-1',
      accessKeyId: 'an-id',
      secretAccessKey: 'a-secret',
      sessionToken: 'a-token',
    });
  });

  test.each([
    's3://',
    's3://Shop_Backups',
    's3://shop/a prefix',
    's3://key:secret@shop',
    's3://shop?endpoint=storage.example',
    's3://shop?endpoint=https://storage.example/with/path',
    's3://shop?region=',
    's3://shop?acl=public',
    'ftp://shop/backups',
  ])('is not %s', (to) => {
    expect(problemsOf({ ...keys, BACKUP_TO: to })).toEqual([
      expect.stringMatching(/^BACKUP_TO must be a folder/),
    ]);
  });

  test('needs the keys of a bucket, and a database that is ours', () => {
    expect(problemsOf({ BACKUP_TO: 's3://shop' })).toEqual([
      'AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be given with BACKUP_TO=s3://….',
    ]);
    const remote = { DATABASE_URL: 'postgresql://u:w@db/shop', SECRET_KEY: key };
    expect(problemsOf({ ...remote, BACKUP_TO: '/backups' })).toEqual([
      expect.stringMatching(/^BACKUP_TO only goes with the embedded database/),
    ]);
  });

  test('never repeats a key that is wrong', () => {
    const [problem = ''] = problemsOf({ BACKUP_TO: '/backups', BACKUP_KEY: 'hunter2' });
    expect(problem).toMatch(/^BACKUP_KEY must be 32 bytes in base64/);
    expect(problem).not.toContain('hunter2');
  });
});
