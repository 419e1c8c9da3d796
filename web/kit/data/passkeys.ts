import type { Input, Operations } from '@cottontree/contract';

type Made = Input<Operations['addPasskey']>['body']['credential'];
type Used = Input<Operations['signInWithPasskey']>['body']['credential'];
type Options = Readonly<Record<string, unknown>>;

/** Whether this browser can use passkeys on this page: it needs a name, not an address of figures, and a safe connection. */
export function takesPasskeys(): boolean {
  const isName = !/^[\d.]+$|^\[/.test(location.hostname);
  return isName && isSecureContext && typeof PublicKeyCredential === 'function';
}

/** Has the device make a passkey; throws a DOMException where the person or the device says no. */
export async function makePasskey(options: Options): Promise<Made> {
  const user = options['user'] as {
    readonly id: string;
    readonly name: string;
    readonly displayName: string;
  };
  const publicKey = {
    ...options,
    challenge: bytesOf(String(options['challenge'])),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: known(options['excludeCredentials']),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return {
    ...naming(made),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
      transports: response.getTransports(),
    },
  };
}

/** Has the device answer with a passkey that the person picks; throws a DOMException where there is none. */
export async function answerWithPasskey(options: Options): Promise<Used> {
  const publicKey = {
    ...options,
    challenge: bytesOf(String(options['challenge'])),
    allowCredentials: known(options['allowCredentials']),
  } as unknown as PublicKeyCredentialRequestOptions;
  const used = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  const response = used.response as AuthenticatorAssertionResponse;
  return {
    ...naming(used),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      authenticatorData: textOf(response.authenticatorData),
      signature: textOf(response.signature),
      ...(response.userHandle ? { userHandle: textOf(response.userHandle) } : {}),
    },
  };
}

function naming({ id, rawId }: PublicKeyCredential) {
  return { id, rawId: textOf(rawId), type: 'public-key' as const };
}

function known(list: unknown): readonly PublicKeyCredentialDescriptor[] {
  if (!Array.isArray(list)) return [];
  return list.map(({ id }: { readonly id: string }) => ({ id: bytesOf(id), type: 'public-key' }));
}

function bytesOf(text: string): ArrayBuffer {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0)).buffer;
}

function textOf(bytes: ArrayBuffer): string {
  const binary = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
