import type { VNode } from 'preact';
import { ButtonLink } from '../../kit/parts/button.tsx';
import { Empty } from '../../kit/parts/states.tsx';
import { at } from '../paths.ts';
import { Page } from './page.tsx';
import { shellTexts as t } from './texts.ts';

/** An address that means no page. */
export function NotThere(): VNode {
  return (
    <Page title={t.notThere} bare>
      <Empty
        title={t.notThere}
        text={t.notThereMore}
        acts={
          <ButtonLink kind="primary" href={at('/')}>
            {t.toBoard}
          </ButtonLink>
        }
      />
    </Page>
  );
}
