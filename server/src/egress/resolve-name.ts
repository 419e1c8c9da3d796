import { lookup, Resolver } from 'node:dns/promises';

/** All addresses of a host name; rejects when there are none. */
export type ResolveName = (name: string) => Promise<readonly string[]>;

/**
 * All addresses of a host name, IPv4 first. Asks the name servers directly, because the system's resolver blocks one of
 * Node's four worker threads for as long as a dead name server is silent, and four dead receivers would stop every look-up.
 * The system's resolver is asked second, for names from its own files.
 */
export async function resolveName(
  name: string,
  resolver = new Resolver({ timeout: answerTimeoutMs, tries: 2 }),
): Promise<readonly string[]> {
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const [version4, version6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [...valueOf(version4), ...valueOf(version6)];
  if (addresses.length > 0) return addresses;
  // The system's resolver asks for both too, and would wait as long for the one that is not answered.
  const silence = [version4, version6].find(isSilence);
  if (silence) throw silence.reason;
  return (await lookup(name, { all: true, order: 'ipv4first' })).map(({ address }) => address);
}

const answerTimeoutMs = 2_000;

function valueOf(settled: PromiseSettledResult<readonly string[]>): readonly string[] {
  return settled.status === 'fulfilled' ? settled.value : [];
}

function isSilence(settled: PromiseSettledResult<unknown>): settled is PromiseRejectedResult {
  return (
    settled.status === 'rejected' &&
    settled.reason instanceof Error &&
    'code' in settled.reason &&
    settled.reason.code === 'ETIMEOUT'
  );
}
