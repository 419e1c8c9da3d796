import type { VNode } from 'preact';
import { frameProps } from '../frame.ts';
import { t } from '../texts.ts';

/** Who sends the invoice, as the page around says; else nothing, for the paper itself bears the merchant's profile. */
export function Company(): VNode | null {
  const said = frameProps.value['companyInfo'];
  if (typeof said !== 'object' || said === null) return null;
  const info = said as Readonly<Record<string, unknown>>;
  const text = (name: string): string | null => (typeof info[name] === 'string' ? info[name] : null);
  const logo = text('logo');
  return (
    <div class="embed-from">
      {logo !== null && isShown(logo) && <img src={logo} alt="" />}
      <p>
        <span class="quiet">{t.from}</span> <b>{text('name')}</b>
        <br />
        <span class="quiet small">
          {[text('address'), text('email')].filter((one) => one !== null).join(', ')}
        </span>
      </p>
    </div>
  );
}

/** Other hosts than ours are not asked for pictures, and what is no address is none. */
function isShown(logo: string): boolean {
  if (logo.startsWith('data:image/')) return true;
  try {
    return new URL(logo, location.href).origin === location.origin;
  } catch {
    return false;
  }
}
