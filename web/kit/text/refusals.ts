import { locale } from './locale.ts';

/** What the API says to programs alone: of keys, of headers, of what a browser calls a network. */
const ENGLISH: Readonly<Record<string, string>> = {
  NETWORK_ERROR: 'The service cannot be reached. Look at your connection, and try again.',
  PRECONDITION_FAILED: 'Somebody else changed this meanwhile. Look at it and try again.',
  UNAUTHORIZED: 'Your session had ended. Sign in, then do this once more.',
};

/** The API refuses in English; what people meet often is said by its code. One that has no words here is told as the API tells it. */
const KRIO: Readonly<Record<string, string>> = {
  AMOUNT_PRECISION: 'Da mɔni de gɛt tumɔs nɔmba afta di pɔynt.',
  AMOUNT_TOO_LARGE: 'Da mɔni de tumɔs.',
  AMOUNT_TOO_SMALL: 'Da mɔni de tu smɔl.',
  CUSTOMER_NOT_FOUND: 'Da kɔstɔma de nɔ de.',
  DELIVERY_NOT_FOUND: 'Da dilivri de nɔ de.',
  CODE_WRONG: 'Da kod de nɔ kɔrɛkt. Tek di wan we di ap de sho naw.',
  INSUFFICIENT_SCOPE: 'Yu nɔ gɛt di rayt fɔ du dis.',
  INTERNAL_ERROR: 'Sɔntin pwɛl na di sava. Tray egen.',
  INVALID_CREDENTIALS: 'Wetin yu rayt nɔ mach. Luk am egen.',
  INVITATION_CLOSED: 'Dis invitɛshɔn nɔ de wok igen. Aks fɔ nyu wan.',
  INVALID_PHONE: 'Dis nɔto fon nɔmba we dɛn ebul kɔl. Rayt am lɛk 076 123456.',
  NETWORK_ERROR: 'Wi nɔ ebul fɔ rich di sava. Luk yu kɔnɛkshɔn ɛn tray egen.',
  PASSKEY_REFUSED: 'Da paski de nɔ de opin natin na ya. Tray wan mɔ tɛm, ɔ sayn in wit yu paswɔd.',
  PRECONDITION_FAILED: 'Ɔda pɔsin dɔn chenj dis naw naw. Luk am ɛn tray egen.',
  PRODUCT_NOT_FOUND: 'Da tin fɔ sɛl de nɔ de igen.',
  PROVIDER_UNAVAILABLE: 'Di pement nɔ de wok naw. Tray egen leta.',
  RATE_LIMITED: 'Bɔku pipul de aks naw. Wet smɔl ɛn tray egen.',
  SECOND_FACTOR_WRONG: 'Dis nɔto di kod we di ap de sho naw. Wan kod de wok wan tɛm: wet fɔ di nɛks wan.',
  SERVICE_UNAVAILABLE: 'Di sava nɔ ebul naw. Tray egen leta.',
  TIMEOUT: 'Di sava nɔ ansa bifo di tɛm pas. Tray egen.',
  UNAUTHORIZED: 'Yu tɛm fɔ wok na ya dɔn pas. Sayn in egen.',
};

/** Why something was refused, for people, in the language that is shown. */
export function refusalText({ code, message }: { readonly code: string; readonly message: string }): string {
  return (locale.value === 'kri' ? KRIO : ENGLISH)[code] ?? message;
}
