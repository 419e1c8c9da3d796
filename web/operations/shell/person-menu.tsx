import { CircleUserRound, Languages, LogOut, Moon, Smartphone, Sun } from 'lucide';
import type { VNode } from 'preact';
import { useLocation } from 'preact-iso';
import { operator } from '../../kit/data/operator.ts';
import { chooseTheme, theme } from '../../kit/data/theme.ts';
import { initialsOf } from '../../kit/format/words.ts';
import { Menu } from '../../kit/parts/menu.tsx';
import { Face } from '../../kit/parts/note.tsx';
import { locale, speak } from '../../kit/text/locale.ts';
import { roleName } from '../../kit/text/roles.ts';
import { at } from '../paths.ts';
import { signOut } from '../sign-in/sign-out.ts';
import { shellTexts as t } from './texts.ts';

/** The person: language, light or dark, the way out. */
export function PersonMenu(): VNode {
  const { route } = useLocation();
  const person = operator.value?.user;
  return (
    <Menu
      label={t.account}
      class="ops-person"
      items={[
        { name: t.account, icon: CircleUserRound, onClick: () => route(at('/account')) },
        {
          name: locale.value === 'kri' ? t.english : t.language,
          icon: Languages,
          onClick: () => speak(locale.value === 'kri' ? 'en' : 'kri'),
        },
        theme.value !== 'dark' && { name: t.dark, icon: Moon, onClick: () => chooseTheme('dark') },
        theme.value !== 'light' && { name: t.light, icon: Sun, onClick: () => chooseTheme('light') },
        theme.value !== 'system' && {
          name: t.asDevice,
          icon: Smartphone,
          onClick: () => chooseTheme('system'),
        },
        { name: t.signOut, icon: LogOut, onClick: () => void signOut() },
      ]}
    >
      <Face initials={initialsOf(person?.name ?? '')} />
      <span class="hidden-text">
        {person?.name}, {person && roleName(person.role)}
      </span>
    </Menu>
  );
}
