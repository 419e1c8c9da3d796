import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { AuthenticationCredential, RegistrationCredential } from '@cottontree/contract';

/** What a browser tells a device: from which page, and what was asked. */
export type Asked = { readonly origin: string; readonly challenge: string };
type Answer = Asked & {
  /** For which name; that of the page unless said otherwise. */ readonly rpId?: string;
  /** Whether the device saw who it is. */ readonly verified?: boolean;
  readonly counter?: number;
};

/** A device with one passkey, as the browser of its person speaks for it. */
export type TestPasskey = {
  readonly id: string;
  readonly make: (asked: Answer & { readonly format?: string }) => RegistrationCredential;
  readonly use: (asked: Answer & { readonly userHandle?: string | null }) => AuthenticationCredential;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const NEW_CREDENTIAL = 0x40;

/** A device that has made a passkey of its own; it counts what it signs only where told to. */
export function testPasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  return {
    id,
    make({ format = 'none', ...asked }) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authData = Buffer.concat([
        deviceData(asked, NEW_CREDENTIAL),
        Buffer.alloc(16),
        length,
        credentialId,
        coseOf(publicKey),
      ]);
      const attestation = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
        ['fmt', format],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    use({ userHandle, ...asked }) {
      const said = clientData('webauthn.get', asked);
      const device = deviceData(asked, 0);
      const signed = Buffer.concat([device, createHash('sha256').update(said).digest()]);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: said.toString('base64url'),
          authenticatorData: device.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(userHandle === undefined ? {} : { userHandle }),
        },
      };
    },
  };
}

function clientData(type: string, { origin, challenge }: Asked): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function deviceData({ origin, rpId, verified = true, counter = 0 }: Answer, flags: number): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const name = rpId ?? new URL(origin).hostname;
  return Buffer.concat([
    createHash('sha256').update(name).digest(),
    Buffer.of(flags | PRESENT | (verified ? VERIFIED : 0)),
    count,
  ]);
}

/** A P-256 key for ES256, as COSE writes it. */
function coseOf(publicKey: KeyObject): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const part = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));
  return isoCBOR.encode(
    new Map<number, number | Uint8Array<ArrayBuffer>>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, part(x)],
      [-3, part(y)],
    ]),
  );
}
