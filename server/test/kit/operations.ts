import type { UserRole } from '@cottontree/contract';
import type { Look, LookedAt, TestBrowser } from './browser.ts';
import type { TestService } from './service.ts';

/** Where a service shows Operations, in test mode. */
export function operationsUrl(service: TestService, path = '', mode: 'test' | 'live' = 'test'): string {
  return `${new URL(service.baseUrl).origin}/operations${mode === 'test' ? '/test' : ''}${path}`;
}

type Opening = {
  readonly service: TestService;
  readonly role?: UserRole;
  readonly path?: string;
  readonly mode?: 'test' | 'live';
  readonly look?: Look;
};

/** Operations as somebody who has signed in with e-mail and password sees it. */
export async function openOperations(
  browser: TestBrowser,
  { service, role = 'operator', path = '', mode = 'test', look = {} }: Opening,
): Promise<LookedAt> {
  const { email, password } = await service.operator(role);
  const opened = await browser.look(operationsUrl(service, path, mode), { width: 'desktop', ...look });
  const { page } = opened;
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('.ops-shell').waitFor();
  return opened;
}
