import { ChevronsUpDown, Ellipsis, Languages, LogOut, Moon, Smartphone, Store, Sun } from 'lucide';
import type { ComponentChildren, VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { account, chooseShop, membership } from '../../kit/data/session.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { Icon } from '../../kit/parts/icon.tsx';
import { Mark } from '../../kit/parts/mark.tsx';
import { Menu } from '../../kit/parts/menu.tsx';
import { Face } from '../../kit/parts/note.tsx';
import { locale, speak } from '../../kit/text/locale.ts';
import { roleName } from '../../kit/text/roles.ts';
import { chooseTheme, theme } from '../../kit/data/theme.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { shellTexts as t } from './texts.ts';
import './person-menu.css';

/** The person: their account, language, light or dark, the way out. */
export function PersonMenu({
  class: look = 'person',
  iconOnly = false,
  children,
}: {
  readonly class?: string;
  readonly iconOnly?: boolean;
  readonly children?: ComponentChildren;
}): VNode {
  const { route } = useLocation();
  const person = account.value;
  const role = membership.value?.role ?? 'viewer';
  async function leave(): Promise<void> {
    if (await signOut()) route('/dashboard/sign-in');
  }
  return (
    <Menu
      label={t.account}
      class={look}
      iconOnly={iconOnly}
      items={[
        {
          name: locale.value === 'kri' ? t.english : t.language,
          icon: Languages,
          onClick: () => speak(locale.value === 'kri' ? 'en' : 'kri'),
        },
        theme.value !== 'dark' && { name: t.dark, icon: Moon, onClick: () => chooseTheme('dark') },
        theme.value !== 'light' && { name: t.light, icon: Sun, onClick: () => chooseTheme('light') },
        theme.value !== 'system' && {
          name: t.system,
          icon: Smartphone,
          onClick: () => chooseTheme('system'),
        },
        { name: t.signOut, icon: LogOut, onClick: () => void leave() },
      ]}
    >
      {children ?? (
        <>
          <Face initials={initialsOf(person?.name ?? '')} size="s" />
          <span class="grow">
            <b class="clip">{person?.name}</b>
            <span class="tiny faint">{roleName(role)}</span>
          </span>
          <Icon of={Ellipsis} size="s" />
        </>
      )}
    </Menu>
  );
}

/** The shop that is worked for, and the way to another. */
export function ShopMenu(): VNode {
  const shops = account.value?.memberships ?? [];
  const shown = (
    <>
      <Mark />
      <span class="grow">
        <b class="clip">{membership.value?.merchant_name}</b>
      </span>
    </>
  );
  if (shops.length < 2) return <div class="shop">{shown}</div>;
  return (
    <Menu
      label={t.otherShop}
      class="shop"
      items={shops.map(({ merchant_id, merchant_name }) => ({
        name: merchant_name,
        icon: Store,
        onClick: () => chooseShop(merchant_id),
      }))}
    >
      {shown}
      <Icon of={ChevronsUpDown} size="s" />
    </Menu>
  );
}
