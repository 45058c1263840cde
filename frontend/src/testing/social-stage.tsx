import type { Project, SocialAccount, SocialPost } from '@storyreel/contracts';
import { screen, within } from '@testing-library/react';
import { AppServer } from './app-server';
import { fakeWindow } from './fake-window';
import { renderAddress, type RenderedAddress } from './render-address';

interface Stocked {
  projects?: Project[];
  accounts?: SocialAccount[];
  posts?: SocialPost[];
  /** The current project. */
  current?: string;
  /** What the address says of a consent. */
  consent?: string;
  /** Changes what the server does before anything is asked. */
  prepare?: (server: AppServer) => void;
}
export interface SocialStage extends RenderedAddress {
  server: AppServer;
}

/** The dashboard of somebody who has these. */
export function openSocial({
  projects,
  accounts = [],
  posts = [],
  current,
  consent,
  prepare,
}: Stocked = {}): SocialStage {
  fakeWindow();
  const server = new AppServer(projects);
  server.data.social.accounts.hold(accounts);
  server.data.social.posts.hold(posts);
  prepare?.(server);
  const query = new URLSearchParams({ ...(current && { project: current }), ...(consent && { consent }) });
  return { server, ...renderAddress(`/social?${query.toString()}`) };
}

/** A card of the dashboard, by its heading. */
export const card = async (title: string): Promise<HTMLElement> => screen.findByRole('region', { name: title });
export const inCard = async (title: string) => within(await card(title));

/** The toast with this title and description, of this kind. */
export async function findToast(title: string, description: string): Promise<string | undefined> {
  const toast = (await screen.findByText(title)).closest<HTMLElement>('[data-variant]');
  expect(toast?.textContent).toContain(description);
  return toast?.dataset.variant;
}
