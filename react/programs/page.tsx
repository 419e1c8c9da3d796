import { createRoot, hydrateRoot } from 'react-dom/client';
import { Shop, type Given } from './shop.js';

type Told = readonly [name: string, detail: unknown];
const page: Window & { told?: Told[] } = window;
const told: Told[] = (page.told = []);

const root = document.querySelector<HTMLElement>('#root');
if (root) {
  const given: Given = JSON.parse(root.dataset['given'] ?? '{}');
  const shop = <Shop given={given} tell={(name, detail) => told.push([name, detail])} />;
  if (root.firstElementChild) hydrateRoot(root, shop);
  else createRoot(root).render(shop);
}
