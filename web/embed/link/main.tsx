import { render } from 'preact';
import '../../kit/base.css';
import { Frame } from '../frame-page.tsx';
import { LinkCreator } from './link-creator.tsx';

const root = document.getElementById('app');
if (root)
  render(
    <Frame widget="payment_link_creator">
      <LinkCreator />
    </Frame>,
    root,
  );
