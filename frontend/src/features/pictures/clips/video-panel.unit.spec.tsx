import type { ModelSchema } from '@storyreel/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { MediaHost } from '../../../testing/MediaHost';
import { images, SCENE_ID, sceneWith } from '../../../testing/media-fixtures';
import { MediaServer } from '../../../testing/media-server';
import { leaveApp, renderApp } from '../../../testing/render-app';
import { offeredBy, selectNamed, shownBy } from '../../../testing/select';
import { SettingControl } from './SettingControl';

afterEach(leaveApp);

const SCHEMAS: Record<string, ModelSchema> = {
  'kling-v2.1': { mode: { type: 'string', title: 'Mode', description: '', enum: ['standard', 'pro'] } },
  'hailuo-02': {
    prompt_optimizer: { type: 'boolean', title: 'Prompt optimizer', description: '', default: true },
    first_frame_image: { type: 'string', title: 'First frame', description: '' },
  },
  'seedance-2.0': {
    fps: { type: 'integer', title: 'Frames per second', description: '', default: 24, enum: [24, 30] },
    strength: { type: 'number', title: 'Strength', description: '', default: 0.5, minimum: 0, maximum: 1 },
    count: { type: 'integer', title: 'Count', description: '', default: 2, minimum: 1, maximum: 4 },
    note: { type: 'string', title: 'Note', description: '' },
    seed: { type: 'integer', title: 'Seed', description: '' },
  },
};

async function open() {
  const server = new MediaServer(sceneWith(images(1)));
  server.on('GET', '/api/replicate/model-schema/:id', ({ params }) => ({ json: SCHEMAS[params[0] ?? ''] ?? {} }));
  const app = renderApp(<MediaHost />);
  await screen.findByRole('combobox', { name: 'Video model' });
  const model = (name: string) => app.user.selectOptions(selectNamed('Video model'), name);
  return { server, model, ...app };
}
const duration = (): HTMLInputElement => screen.getByLabelText('Duration (seconds)');
const qualities = (): (string | null)[] =>
  within(screen.getByRole('radiogroup', { name: 'Quality' }))
    .getAllByRole('radio')
    .map((button) => button.textContent);
const sent = (server: MediaServer) =>
  server.sent('POST', '/api/replicate/generate-video').map(({ body }) => body) as { settings: object }[];

describe('the panel', () => {
  it("has model, duration, quality and the model's settings beside the strip with its button [VIDEO-06, VIDEO-09]", async () => {
    const { model } = await open();
    const panel = within(screen.getByRole('group', { name: 'AI Video Generation' }));
    panel.getByRole('combobox', { name: 'Video model' });
    expect(shownBy(selectNamed('Video model'))).toBe('Seedance 2.0');
    await model('Kling v2.1');
    expect(duration()).toMatchObject({ value: '5', min: '1', max: '30' });
    expect(qualities()).toEqual(['720p', '1080p']);
    await model('Seedance 2.0');
    expect(await panel.findByLabelText('Strength')).toBeTruthy();
    const strip = within(screen.getByRole('group', { name: 'Clips' }));
    expect(strip.getByRole('button', { name: /^Generate Video/ })).toBeTruthy();
  });

  it('offers current models, then the four of the specification, without the withdrawn ones [VIDEO-01]', async () => {
    await open();
    const select = selectNamed('Video model');
    expect(offeredBy(select).slice(-4)).toEqual([
      'Kling v2.1',
      'Hailuo 02',
      'Seedance 1 Pro (withdrawn)',
      'Seedance 1 Lite (withdrawn)',
    ]);
    const disabled = [...select.querySelectorAll('option')].filter((option) => option.disabled && !option.hidden);
    expect(disabled.map(({ value }) => value)).toEqual(['seedance-1-pro', 'seedance-1-lite']);
  });
});

describe('a duration', () => {
  it('stays between 1 and 30 and saves by itself [VIDEO-09]', async () => {
    const { server, user } = await open();
    await user.clear(duration());
    await user.type(duration(), '99{Enter}');
    expect(duration().value).toBe('30');
    await waitFor(() => expect(server.scene.duration).toBe(30), { timeout: 4_000 });
    expect(server.sent('PATCH', `/api/scenes/${SCENE_ID}`).map(({ body }) => body)).toEqual([{ duration: 30 }]);
  });

  it('of hailuo-02 becomes 6 or 10 [VIDEO-10]', async () => {
    const { user, model } = await open();
    await model('Hailuo 02');
    expect(duration().value).toBe('6');
    await user.clear(duration());
    await user.type(duration(), '9{Enter}');
    expect(duration().value).toBe('10');
  });
});

describe('another model', () => {
  it('keeps a supported quality and resets an unsupported one to standard [VIDEO-12, VIDEO-13]', async () => {
    const { user, model } = await open();
    await model('Hailuo 02');
    expect(qualities()).toEqual(['512p', '768p', '1080p']);
    await user.click(screen.getByRole('radio', { name: '1080p' }));
    await model('Seedance 2.0');
    expect(screen.getByRole('radio', { name: '1080p' }).getAttribute('aria-checked')).toBe('true');
    await model('Kling v2.1');
    expect(screen.getByRole('radio', { name: '720p' }).getAttribute('aria-checked')).toBe('true');
  });

  it('shows its own settings in suitable controls, without the hidden ones [VIDEO-16, VIDEO-17, VIDEO-18]', async () => {
    const { model } = await open();
    await model('Seedance 2.0');
    expect(await screen.findByLabelText<HTMLInputElement>('Strength')).toMatchObject({
      type: 'number',
      min: '0',
      max: '1',
      step: '0.1',
    });
    expect(screen.getByLabelText<HTMLInputElement>('Count')).toMatchObject({ min: '1', max: '4', step: '1' });
    expect(shownBy(selectNamed('Frames per second'))).toBe('24');
    expect(screen.getByLabelText<HTMLInputElement>('Note')).toMatchObject({ type: 'text' });
    expect(screen.queryByLabelText('Seed')).toBeNull();
    await model('Hailuo 02');
    expect(await screen.findByRole('checkbox', { name: 'Prompt optimizer' })).toBeTruthy();
    expect(screen.queryByLabelText('First frame')).toBeNull();
  });

  it('toggles a setting by its label, of the same scene only', async () => {
    const schema = { type: 'boolean', title: 'Prompt optimizer', description: '', default: true } as const;
    const changes = [jest.fn(), jest.fn()];
    const { user } = renderApp(
      changes.map((onChange, at) => (
        <SettingControl key={at} setting={{ name: 'prompt_optimizer', schema }} value onChange={onChange} />
      )),
    );
    await user.click(screen.getAllByText('Prompt optimizer')[1] ?? document.body);
    expect(changes.map(({ mock }) => mock.calls)).toEqual([[], [[false]]]);
  });

  it('is sent the resolution and the chosen settings [VIDEO-04, VIDEO-15]', async () => {
    const { server, user, model } = await open();
    await model('Seedance 2.0');
    await user.click(screen.getByRole('radio', { name: '720p' }));
    const count = await screen.findByLabelText('Count');
    await user.clear(count);
    await user.type(count, '9{Enter}');
    await user.click(screen.getByRole('button', { name: /Generate Video/ }));
    await waitFor(() => expect(sent(server)).toHaveLength(1));
    expect(sent(server)[0]?.settings).toEqual({
      count: 4,
      prompt: 'The beam sweeps over the sea',
      duration: 5,
      resolution: '720p',
    });
  });

  it('has its price by seconds and resolution or mode, without a request [ZAPS-21]', async () => {
    const { server, user, model } = await open();
    await model('Kling v2.1');
    const price = () => screen.getByRole('button', { name: /Generate Video/ }).textContent;
    await waitFor(() => expect(price()).toContain('9 zaps'));
    await user.click(screen.getByRole('radio', { name: '1080p' }));
    await waitFor(() => expect(price()).toContain('15 zaps'));
    await model('Hailuo 02');
    await waitFor(() => expect(price()).toContain('9 zaps'));
    expect(server.sent('POST', '/api/costs/estimate')).toEqual([]);
  });
});

describe('a failed read of the panel', () => {
  const failing = (path: string) => new MediaServer(sceneWith(images(1))).fail('GET', path, 503);

  it('shows its error and is repeated: the models', async () => {
    const server = failing('/api/replicate/models');
    const { user } = renderApp(<MediaHost />);
    const panel = within(await screen.findByRole('group', { name: 'AI Video Generation' }));
    expect((await panel.findByRole('alert')).textContent).toContain("Couldn't load the models.");
    server.on('GET', '/api/replicate/models', () => ({ json: [{ id: 'kling-v2.1', name: 'Kling v2.1' }] }));
    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('combobox', { name: 'Video model' });
  });

  it('shows its error and is repeated: the settings of the model', async () => {
    const server = failing('/api/replicate/model-schema/:id');
    const { user } = renderApp(<MediaHost />);
    const panel = within(await screen.findByRole('group', { name: 'AI Video Generation' }));
    expect((await panel.findByRole('alert')).textContent).toContain("Couldn't load the settings of the model.");
    server.on('GET', '/api/replicate/model-schema/:id', () => ({ json: SCHEMAS['seedance-2.0'] ?? {} }));
    await user.click(panel.getByRole('button', { name: 'Try Again' }));
    await panel.findByLabelText('Strength');
    expect(panel.queryByRole('alert')).toBeNull();
  });
});
