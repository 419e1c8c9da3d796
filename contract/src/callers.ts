/** What tokens begin with, by whose they are. */
export const tokenPrefixes = Object.freeze({
  driver: 'cds_',
  operator: 'cos_',
  member: 'cms_',
  liveWidget: 'wst_live_',
  testWidget: 'wst_test_',
  terminal: 'trt_',
} as const);

/** A session that one signs in to: what tells it, its token, and the operation that answers one. */
export type SignIn = {
  readonly kind: 'driver' | 'operator' | 'member';
  /** Where the token comes: in a header for keys, or in the cookie that signing in sets. */
  readonly by: 'header' | 'cookie';
  readonly tokenPrefix: string;
  readonly operation: string;
  readonly call: string;
};

/** The cookies in which browsers keep sessions, one beside the other, and who calls with each. Nobody comes to Operations by a link of another site. */
export const sessionCookies = Object.freeze({
  member: { name: 'cottontree', sameSite: 'Lax', caller: 'member' },
  operator: { name: 'cottontree-operations', sameSite: 'Strict', caller: 'dispatcher' },
} as const);
export type CookieKind = keyof typeof sessionCookies;

/** Whether sessions of a kind may come in a cookie. */
export function isCookieKind(kind: string | undefined): kind is CookieKind {
  return kind !== undefined && Object.hasOwn(sessionCookies, kind);
}

type CallerDeclared = {
  /** The session that lets them in; null: none does. */
  readonly signIn: SignIn | null;
  /** Whether a merchant's key does. */
  readonly takesKeys: boolean;
  /** What they need, for the documentation. */
  readonly needs: string;
  /** What they are told whom nothing lets in; it says nothing of why. */
  readonly refusal: string;
};

/** Who calls, and how one comes to be them. An operation says which of them in `by`; left out, it is a merchant. */
export const callers = Object.freeze({
  merchant: {
    signIn: null,
    takesKeys: true,
    needs: 'a key',
    refusal:
      'The API key is missing or not valid. Send it as "Authorization: Bearer <key>" or as "X-API-Key: <key>".',
  },
  driver: {
    signIn: {
      kind: 'driver',
      by: 'header',
      tokenPrefix: tokenPrefixes.driver,
      operation: 'signInDriver',
      call: 'POST /v1/driver/login',
    },
    takesKeys: false,
    needs: "a courier's session",
    refusal:
      'The courier\'s session is missing or not valid. Sign in with POST /v1/driver/login and send its token as "Authorization: Bearer <token>".',
  },
  dispatcher: {
    signIn: {
      kind: 'operator',
      by: 'header',
      tokenPrefix: tokenPrefixes.operator,
      operation: 'signInOperator',
      call: 'POST /v1/dispatch/login',
    },
    takesKeys: true,
    needs: "an operator's session, or a merchant's key",
    refusal:
      'The session or API key is missing or not valid. Sign in with POST /v1/dispatch/login and send its token as "Authorization: Bearer <token>", or send a merchant\'s API key.',
  },
  member: {
    signIn: {
      kind: 'member',
      by: 'cookie',
      tokenPrefix: tokenPrefixes.member,
      operation: 'signInMember',
      call: 'POST /v1/account/login',
    },
    takesKeys: false,
    needs: "a person's session",
    refusal:
      'Nobody is signed in here, or the session has ended. Sign in with POST /v1/account/login and send the cookie that it sets.',
  },
  anyone: {
    signIn: null,
    takesKeys: false,
    needs: 'no key',
    refusal: 'The secret is missing or not valid. Send it as "Authorization: Bearer <secret>".',
  },
} as const satisfies Readonly<Record<string, CallerDeclared>>);

export type CallerName = keyof typeof callers;

/** Who calls an operation. */
export function whoCalls({ by = 'merchant' }: { readonly by?: CallerName }): CallerDeclared {
  return callers[by];
}
