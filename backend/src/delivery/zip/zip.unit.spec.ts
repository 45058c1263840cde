import { stateOf } from '../../testing/given-when-then';
import { projectAggregate } from '../../projects/storyboard';
import { created, image, scene, video } from '../../testing/project-fixtures';
import { attachment, planZip, safeName } from './plan-zip';

describe('names in a ZIP', () => {
  it.each([
    ['../../etc/passwd', 'etc_passwd'],
    ['C:\\Windows', 'C_Windows'],
    ['', 'scene'],
    ['..', 'scene'],
    ['Größe & Glück', 'Größe_Glück'],
  ])('%j becomes %j', (title, name) => {
    expect(safeName(title, 'scene')).toBe(name);
  });

  it('are sent in ASCII, and in full by RFC 5987', () => {
    expect(attachment('Größe_assets.zip')).toBe(
      `attachment; filename="Gr__e_assets.zip"; filename*=UTF-8''Gr%C3%B6%C3%9Fe_assets.zip`,
    );
  });
});

describe('a project', () => {
  it('with media has the media by scene, in the storyboard’s order, and the prompts as text', () => {
    const scenes = [
      scene(2, { title: 'noon', videos: [video('v')], mainVideoId: 'v' }),
      scene(1, { title: 'dawn', images: [image('a'), image('b')], mainImageId: 'b' }),
    ];
    const plan = planZip(stateOf(projectAggregate, [created(scenes)]));
    expect(plan.assets.map(({ name }) => name)).toEqual([
      'images/001_dawn_1',
      'images/001_dawn_2_main',
      'videos/002_noon_1_main',
    ]);
    expect(plan.texts.map(({ name }) => name)).toEqual([
      'prompts/001_dawn.txt',
      'prompts/002_noon.txt',
      'storyboard.txt',
    ]);
  });

  it('with narration has the recordings and their texts by scene', () => {
    const speech = { url: '/api/media/line', seconds: 2, text: 'I climb.', voice: 'alto' };
    const scenes = [scene(1, { title: 'dawn', speech, speaker: 'Mara', narration: 'New words.' }), scene(2)];
    const { assets, texts } = planZip(stateOf(projectAggregate, [created(scenes)]));
    expect(assets).toMatchObject([{ kind: 'narration', name: 'narration/001_dawn', url: speech.url }]);
    expect(texts.filter(({ name }) => name.startsWith('narration/'))).toEqual([
      { name: 'narration/001_dawn.txt', content: 'Mara:\nI climb.\n' },
    ]);
  });

  it('without media has no assets', () => {
    expect(planZip(stateOf(projectAggregate, [created([scene(1)])])).assets).toEqual([]);
  });
});
