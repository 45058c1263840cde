import { screen } from '@testing-library/react';
import { projectWith } from '../../testing/media-fixtures';
import { leaveApp, renderApp } from '../../testing/render-app';
import { TabPanel } from './TabPanel';

let fails = true;
jest.mock('./publish/PublishTab', () => {
  if (fails) throw new TypeError('Failed to fetch dynamically imported module');
  return { __esModule: true, default: () => <h2>Publish</h2> };
});

afterEach(leaveApp);

it('loads a tab again in its place when its code could not be fetched', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = renderApp(<TabPanel project={projectWith({})} tab="publish" />);
  await screen.findByText("Couldn't load this tab");
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try Again' }));
  await screen.findByRole('heading', { name: 'Publish' });
  logged.mockRestore();
});
