import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { typedCodeCost, type TypedCodes } from '@cottontree/contract';
import type { Vault } from '../../../kernel/secrets/vault.ts';
import { openCode, type KeptCode } from '../tickets/ticket-codes.ts';

/** Slow hashes of typed codes, each made once and kept while there is room. */
export type TypedCodeCache = {
  /** For an event's tickets, in their order. */
  readonly pack: (tickets: readonly KeptCode[], eventId: string) => Promise<TypedCodes>;
};

const derive = promisify(pbkdf2);
const { kdf, iterations, peppers } = typedCodeCost;
const SALT_PURPOSE = 'scanning.typedCodes.salt';
const PEPPER_PURPOSE = 'scanning.typedCodes.pepper';
const SALT_BYTES = 16;
const PEPPER_BYTES = 2;
export const TYPED_HASH_BYTES = 16;
/** 0.2 kB each: 20 MB. */
const KEPT_MAX = 100_000;
/** A quarter of a second of one processor, after which another manifest has its turn. */
const PER_TURN = 200;
/** Of the pool's four threads, which also read files, look names up and hash passwords. */
const AT_ONCE = 2;

export function createTypedCodeCache({ vault }: { readonly vault: Vault }): TypedCodeCache {
  const kept = new Map<string, Buffer>();
  let turn: Promise<unknown> = Promise.resolve();

  async function hashOf(
    ticket: KeptCode,
    { salt, eventId }: { readonly salt: Buffer; readonly eventId: string },
  ): Promise<Buffer> {
    const name = `${salt.toString('base64')}${ticket.code}`;
    const known = kept.get(name);
    if (known) return known;
    const code = openCode(vault, ticket);
    const made = await slowHash(code, {
      salt,
      pepper: vault.fingerprint(PEPPER_PURPOSE, eventId, code).readUInt32BE(0) % peppers,
    });
    const [oldest] = kept.keys();
    if (kept.size >= KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    kept.set(name, made);
    return made;
  }

  async function hashAll(
    tickets: readonly KeptCode[],
    event: { readonly salt: Buffer; readonly eventId: string },
  ): Promise<Buffer> {
    const made: Buffer[] = [];
    const waiting = tickets.entries();
    const work = async (): Promise<void> => {
      for (const [place, ticket] of waiting) made[place] = await hashOf(ticket, event);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return Buffer.concat(made);
  }

  /** One part at a time, whoever asks: forty doors that come at once find what the first one made. */
  function inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }

  return {
    async pack(tickets, eventId) {
      const salt = vault.fingerprint(SALT_PURPOSE, eventId).subarray(0, SALT_BYTES);
      const parts: Buffer[] = [];
      for (let first = 0; first < tickets.length; first += PER_TURN)
        parts.push(await inTurn(() => hashAll(tickets.slice(first, first + PER_TURN), { salt, eventId })));
      return {
        kdf,
        iterations,
        peppers,
        salt: salt.toString('base64'),
        hashes: Buffer.concat(parts).toString('base64'),
      };
    },
  };
}

/** What a door finds a typed code by once it has come upon its pepper, which nobody tells it. */
export function slowHash(
  code: string,
  { salt, pepper }: { readonly salt: Buffer; readonly pepper: number },
): Promise<Buffer> {
  const peppered = Buffer.alloc(salt.length + PEPPER_BYTES);
  peppered.set(salt);
  peppered.writeUInt16BE(pepper, salt.length);
  return derive(code, peppered, iterations, TYPED_HASH_BYTES, 'sha256');
}
