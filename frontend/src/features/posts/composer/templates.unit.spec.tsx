import { screen, waitFor } from '@testing-library/react';
import type { AppServer } from '../../../testing/app-server';
import type { FakeAnswer } from '../../../testing/fake-server';
import {
  button,
  entries,
  field,
  openComposer,
  serveComposer,
  valueOf,
  writePost,
} from '../../../testing/composer-page';

import { fillTemplate } from './composer-draft';

let server: AppServer;
serveComposer((made) => (server = made));

describe('templates', () => {
  const template = (n: number, isSeeded = true) => ({
    id: `50c1a100-0003-4f7e-9a3c-${String(n).padStart(12, '0')}`,
    name: `Template ${n}`,
    contentTemplate: `Words ${n}`,
    hashtagTemplate: `one${n} two${n}`,
    isSeeded,
  });
  const offered = () => entries('Templates');

  it('are three at most, outside the preview, and fill in content and hashtags [COMPOSER-21, COMPOSER-22]', async () => {
    server.data.social.templates.hold([1, 2, 3, 4].map((n) => template(n)));
    const { user } = await openComposer();
    await screen.findByRole('region', { name: 'Templates' });
    expect(offered()).toEqual(['Template 1Words 1', 'Template 2Words 2', 'Template 3Words 3']);
    await user.click(button('Preview Mode'));
    expect(screen.queryByRole('region', { name: 'Templates' })).toBeNull();
    await user.click(button('Edit Mode'));
    await writePost(user, 'The keeper', 'My own words');
    await user.click(button(/^Template 2/));
    expect([valueOf('Content'), entries('Hashtags')]).toEqual(['Words 2', ['#one2', '#two2']]);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect([valueOf('Content'), entries('Hashtags')]).toEqual(['My own words', []]);
    await user.click(button('All 4 Templates'));
    await user.click(await screen.findByRole('button', { name: /^Template 4/ }));
    expect(valueOf('Content')).toBe('Words 4');
  });

  it('have known placeholders filled in, and leave the others to the author', () => {
    const project = { title: 'Gull Point', description: 'A keeper.' };
    const planned = { title: 'The post', isScheduled: true, day: '2026-12-24', time: '09:00' } as const;
    const template = '[Title] on [day]: [description] [one sentence]';
    expect(fillTemplate(template, planned, project)).toMatch(/^Gull Point on .*24.*: A keeper. \[one sentence\]$/);
    expect(fillTemplate(template, { ...planned, isScheduled: false }, null)).toBe(
      'The post on [day]: [description] [one sentence]',
    );
  });

  it('are not shown when there are none [COMPOSER-21]', async () => {
    server.data.social.templates.hold([]);
    await openComposer();
    await waitFor(() => expect(server.sent('GET', '/api/content-templates')).toHaveLength(1));
    expect(screen.queryByRole('region', { name: 'Templates' })).toBeNull();
  });

  it('have reserved space while they load, and release it when there are none', async () => {
    let answer: (told: FakeAnswer) => void = () => undefined;
    const told = new Promise<FakeAnswer>((resolve) => (answer = resolve));
    server.on('GET', '/api/content-templates', () => told);
    await openComposer();
    expect(screen.getByTestId('awaited-templates').querySelectorAll('li')).toHaveLength(3);
    answer({ json: [] });
    await waitFor(() => expect(screen.queryByTestId('awaited-templates')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Templates' })).toBeNull();
  });

  it('of the user come first, can be saved from a post, deleted and restored', async () => {
    server.data.social.templates.hold([1, 2, 3].map((n) => template(n)));
    const { user } = await openComposer();
    await screen.findByRole('region', { name: 'Templates' });
    await writePost(user);
    await user.type(field('Hashtags'), 'sea{Enter}fog{Enter}');
    await user.click(button('Save This Post as a Template'));
    const name = await screen.findByRole('textbox', { name: 'Template Name' });
    await user.clear(name);
    await user.click(button('Save Template'));
    expect(screen.getByRole('alert').textContent).toBe('Name is required');
    expect(document.activeElement).toBe(name);
    await user.type(name, 'Fog');
    await user.click(button('Save Template'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.sent('POST', '/api/content-templates')[0]?.body).toEqual({
      name: 'Fog',
      contentTemplate: 'A lamp in the fog.',
      hashtagTemplate: 'sea fog',
    });
    await waitFor(() => expect(offered()[0]).toBe('FogA lamp in the fog.'));
    await user.click(button('Delete template Fog'));
    await waitFor(() => expect(offered()[0]).toBe('Template 1Words 1'));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(offered()[0]).toBe('FogA lamp in the fog.'));
  });
});
