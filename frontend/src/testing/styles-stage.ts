import { screen, waitFor, within } from '@testing-library/react';
import { AppServer, styleNumbered } from './app-server';
import { fakeWindow } from './fake-window';
import { renderAddress, type RenderedAddress } from './render-address';
import { selectNamed } from './select';

/** Returns a server whose account has two styles. */
export function stylesServer(): AppServer {
  fakeWindow();
  const server = new AppServer();
  server.styles = [
    styleNumbered(1, { name: 'Ink', category: 'Flux', attributes: 'black, bold' }),
    styleNumbered(2, { name: 'Wash', category: 'Custom' }),
  ];
  return server;
}

export const page = () => within(screen.getByRole('main'));
export async function open(): Promise<RenderedAddress> {
  const app = renderAddress('/styles');
  await screen.findByRole('heading', { name: 'Visual Styles' });
  await waitFor(() => expect(page().queryByText('Loading styles')).toBeNull());
  return app;
}
export const file = new File(['abc'], 'ink.png', { type: 'image/png' });
export const upload = (user: RenderedAddress['user'], what = file) =>
  user.upload(screen.getByLabelText('Style Image file'), what);
export async function fillNewStyle(user: RenderedAddress['user']): Promise<void> {
  await user.type(screen.getByRole('textbox', { name: 'Name' }), '  Charcoal ');
  await user.selectOptions(selectNamed('Category'), 'Midjourney');
  await upload(user);
  await screen.findByRole('img', { name: 'Style Image' });
}
