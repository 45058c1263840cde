import type { Project, SocialAccount, SocialPost } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { AppServer } from './app-server';
import { fakeWindow } from './fake-window';
import { renderAddress, type RenderedAddress } from './render-address';

interface Stocked {
  projects?: Project[];
  accounts?: SocialAccount[];
  posts?: SocialPost[];
  /** Id of the current project. */
  current?: string;
  /** Result of a platform's consent page, as in the query string; `about` has its other parameters. */
  consent?: string;
  about?: Record<string, string>;
  /** Changes the server before the first request. */
  prepare?: (server: AppServer) => void;
}
export interface SocialStage extends RenderedAddress {
  server: AppServer;
}

/** Opens the social dashboard of a user with this data. */
export function openSocial({
  projects,
  accounts = [],
  posts = [],
  current,
  consent,
  about,
  prepare,
}: Stocked = {}): SocialStage {
  fakeWindow();
  const server = new AppServer(projects);
  server.data.social.accounts.hold(accounts);
  server.data.social.posts.hold(posts);
  prepare?.(server);
  const query = new URLSearchParams({ ...(current && { project: current }), ...(consent && { consent }), ...about });
  return { server, ...renderAddress(`/social?${query.toString()}`) };
}

/** Finds a card of the dashboard by its heading. */
export const card = async (title: string): Promise<HTMLElement> => screen.findByRole('region', { name: title });
export const inCard = async (title: string) => within(await card(title));

/** Finds the toast with this title and description; returns its variant. */
export async function findToast(title: string, description: string): Promise<string | undefined> {
  const toast = (await screen.findByText(title)).closest<HTMLElement>('[data-variant]');
  expect(toast?.textContent).toContain(description);
  return toast?.dataset.variant;
}
