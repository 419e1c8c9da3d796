const SECRETS = /\b((?:[sp]k|wst)_(?:live|test)_|c[dom]s_(?=[\w-]{43}))[\w-]+|\b(whsec_)[0-9A-Za-z+/_-]+=*/g;

/** Text without the API keys, sessions' tokens and webhook secrets in it; what they are for stays readable. */
export function redact(text: string): string {
  return text.replace(
    SECRETS,
    (_whole, key: string | undefined, secret: string | undefined) => `${key ?? secret ?? ''}***`,
  );
}
