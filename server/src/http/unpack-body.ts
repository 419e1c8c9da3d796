import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../kernel/call/failure.ts';

const gunzipAsync = promisify(gunzip);
const CHUNK_BYTES = 65_536;

/**
 * A body as it was before its sender packed it. Unpacking goes on beside the event loop, and ends where the body becomes
 * larger than it might have come unpacked: however much is packed into it, no more than that is ever held.
 */
export async function unpackBody({ headers, routeOptions }: FastifyRequest, bytes: Buffer): Promise<Buffer> {
  const coding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (bytes.length === 0 || coding === '' || coding === 'identity') return bytes;
  if (coding !== 'gzip' && coding !== 'x-gzip')
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, or with Content-Encoding: gzip.');
  const bytesMax = routeOptions.bodyLimit ?? 0;
  try {
    return await gunzipAsync(bytes, { maxOutputLength: bytesMax, chunkSize: CHUNK_BYTES });
  } catch (error) {
    if ((error as { readonly code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new Failure(
        'PAYLOAD_TOO_LARGE',
        `The body is larger than ${bytesMax / 1_048_576} MiB when it is unpacked.`,
      );
    throw new Failure(
      'BAD_REQUEST',
      'The body is not gzip, as Content-Encoding says it is, or it ends too early.',
    );
  }
}
