import { limits } from 'form:testWebhook';

/** Every kind of event, by the contract. */
export const eventKinds: readonly string[] = limits['event']?.options ?? [];

/** Parsed, so that it is laid out; as it is where it is no JSON. */
export function readBody(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** `6.4`, `184`. */
export function msText(ms: number): string {
  return ms < 10 ? ms.toFixed(1) : String(Math.round(ms));
}

/** An address without what all of them begin with. */
export function shortUrl(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}
